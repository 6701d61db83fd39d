import { mkdirSync, renameSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { CERTIFICATE, embeddedServiceRig, PICTURE, until } from './serviceRig.ts';

const rig = embeddedServiceRig();

describe('pictures and files', () => {
  it('says of a missing one which file was probably meant, but never names a certificate', async () => {
    rig().write('media/tc-0412.jpg', CERTIFICATE);
    mkdirSync(rig().file('media/2025-2026'));
    rig().write('media/2025-2026/final.jpg', PICTURE);
    const { url } = await rig().start();
    const said = async (reference: string) =>
      ((await (await fetch(`${url}/api/image/${encodeURIComponent(reference)}`)).json()) as { message: string }).message;
    expect(await said('sport day.jpg')).toBe('There is no file sport day.jpg in media/. Is sports day.jpg meant?');
    // Of a folder that was renamed.
    expect(await said('2025/sports day.jpg')).toBe('There is no file 2025/sports day.jpg in media/.');
    expect(await said('2025-26/races/final.jpg')).toBe(
      'There is no file 2025-26/races/final.jpg in media/. Is 2025-2026/final.jpg meant?',
    );
    expect(await said('tc-0413.jpg')).toBe('There is no file tc-0413.jpg in media/.');
  });

  it.each(['sports day.jpg', '100% ready #1?.jpg'])('answers the picture %s with its bytes and type', async (reference) => {
    const { url } = await rig().start();
    const answer = await fetch(`${url}/api/image/${encodeURIComponent(reference)}`);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURE);
  });

  it('answers one also by a name whose letters are written in another way, as a Mac does, but no certificate', async () => {
    rig().write('media/fête.jpg'.normalize('NFD'), PICTURE);
    rig().write('media/tc-é.jpg'.normalize('NFD'), CERTIFICATE);
    rig().write('certificates.yaml', '- { admission: 0412, name: Asha Rao, image: tc-é.jpg }');
    const { url } = await rig().start();
    const status = async (name: string) => (await fetch(`${url}/api/image/${encodeURIComponent(name)}`)).status;
    for (const form of ['NFC', 'NFD']) {
      expect(await status('fête.jpg'.normalize(form))).toBe(200);
      expect(await status('tc-é.jpg'.normalize(form))).toBe(404);
    }
  });

  it('does not say that one is gone while the whole folder is away', async () => {
    const { url } = await rig().start();
    const status = async () => (await fetch(`${url}/api/image/${encodeURIComponent('sports day.jpg')}`)).status;
    renameSync(rig().file(''), `${rig().file('')}-away`);
    expect(await status()).toBe(503);
    renameSync(`${rig().file('')}-away`, rig().file(''));
    expect(await status()).toBe(200);
  });

  it('does not read one that is larger than the site takes', async () => {
    rig().write('media/film.mp4', '');
    truncateSync(rig().file('media/film.mp4'), 60 * 1024 * 1024 + 1);
    utimesSync(rig().file('media/film.mp4'), 1e9, 1e9);
    const { url } = await rig().start();
    const answer = await fetch(`${url}/api/image/film.mp4`);
    expect([answer.status, await answer.json()]).toEqual([413, { message: expect.stringContaining('larger than 60 MB') }]);
  });

  it('names one that is a symbolic link, which is not followed, and no lock of an editor', async () => {
    symlinkSync(rig().file('media/sports day.jpg'), rig().file('media/link.jpg'));
    symlinkSync('nobody@nowhere', rig().file('news/.#a-first.yaml'));
    const { url } = await rig().start();
    expect((await fetch(`${url}/api/image/link.jpg`)).status).toBe(404);
    expect(rig().logged).toEqual(['media/link.jpg: it is left out, because it is a symbolic link: put the file itself here.']);
  });

  it.each(['missing.jpg', '..%2Fgallery.yaml', '%2e%2e%2fcertificates.yaml', '%', ''])('answers 404 to %s', async (reference) => {
    const { url } = await rig().start();
    expect((await fetch(`${url}/api/image/${reference}`)).status).toBe(404);
  });
});

test('a file that is still being copied here is sent once it is whole', async () => {
  const { url } = await rig().start();
  rig().write('media/circular.pdf', '%PDF-1.4 half');
  // As the clock of another machine says.
  const ahead = Date.now() / 1000 + 3600;
  utimesSync(rig().file('media/circular.pdf'), ahead, ahead);
  const asked = fetch(`${url}/api/image/circular.pdf`);
  expect(await Promise.race([asked.then(() => 'sent'), pause(200, 'held back')])).toBe('held back');
  rig().write('media/circular.pdf', '%PDF-1.4 half and the rest');
  expect(await (await asked).text()).toBe('%PDF-1.4 half and the rest');
});

describe('a content file that hurts', () => {
  it.each([
    ['that holds itself', 'bad.yaml', '&item\ntitle: T\nmore: *item\n', 'nested too deeply, or hold themselves'],
    ['nested 5,000 deep', 'bad.json', `{"title": "T", "more": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nested too deeply'],
    [
      'in an encoding of an old editor',
      'bad.yaml',
      Buffer.from('title: Fête at the École', 'latin1'),
      'it is not written in UTF-8',
    ],
    ['larger than 16 MB', 'bad.yaml', Buffer.alloc(16 * 1024 * 1024 + 1, 'a'), 'it is larger than 16 MB'],
  ])('%s is named and left out; the others of its folder are published', async (_what, name, content, why) => {
    rig().write(`news/${name}`, content);
    const { url } = await rig().start();
    const list = await (await fetch(`${url}/api/news/all/HTSJ`)).json();
    expect((list as { title: string }[]).map(({ title }) => title)).toEqual(['A & B', 'Second', 'Third']);
    expect(rig().logged).toEqual([expect.stringMatching(new RegExp(`^news/${name}: .*${why}`))]);
  });

  it('is none where a program hid it beside the others', async () => {
    rig().write('news/.a-first.yaml', 'title: Half of it');
    mkdirSync(rig().file('news/.trash'));
    rig().write('news/.trash/old.yaml', 'title: Thrown away');
    const { url } = await rig().start();
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).json()).toHaveLength(3);
    expect(rig().logged).toEqual([]);
  });

  it('keeps the last good content of a file that grew too large', async () => {
    const { url } = await rig().start();
    rig().write('news/a-first.yaml', Buffer.alloc(16 * 1024 * 1024 + 1, 'a'));
    const [line] = await until(
      () => rig().logged,
      (lines) => lines.length > 0,
    );
    expect(line).toMatch(/^news\/a-first\.yaml: it cannot be read: it is larger than 16 MB; .*Its last good content stays\.$/);
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).text()).toContain('A & B');
  });
});
