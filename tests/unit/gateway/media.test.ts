import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Digest, digestOf } from '../../../src/lib/digest.ts';
import { Refusal } from '../../../src/lib/result.ts';
import { gatewayTo } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

const MINUTE = 60_000;
const service = await stubServiceOfFile(answersJson({}));
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const unknown = { isWithdrawn: () => false, isPublished: () => false, withdrawnBytes: () => new Set<Digest>() };
const open = (more: Parameters<typeof gatewayTo>[1] = {}) => gatewayTo(service.url, { media: unknown, ...more });
const image = (reference: string) => `/api/image/${encodeURIComponent(reference)}`;
const picture = (bytes: string | Buffer, type = 'image/jpeg') => {
  service.answer = (_arrived, response) => response.writeHead(200, { 'content-type': type }).end(bytes);
};

async function certificate(gateway: ReturnType<typeof gatewayTo>): Promise<string> {
  service.answer = answersJson({ data: 'tc/4 a.jpg' });
  const answer = await gateway.postJson('/api/tc/HTSJ', { admission: '4', name: 'Asha Rao' });
  picture('JPEG');
  return ((await answer.json()) as { data: string }).data;
}

describe('a picture by reference', () => {
  test('that nobody was given is 404 and reaches nobody', async () => {
    const gateway = open();
    await certificate(gateway);
    service.arrived.length = 0;
    for (const guess of ['tc/5 a.jpg', 'tc-0377.jpg', 'any.jpg']) expect((await gateway.ask(image(guess))).status).toBe(404);
    expect(service.arrived).toEqual([]);
  });

  test('of a certificate passes for ten minutes after it was asked for', async () => {
    const gateway = open();
    const reference = await certificate(gateway);
    later(9 * MINUTE);
    expect((await gateway.ask(image(reference))).status).toBe(200);
    later(2 * MINUTE);
    expect((await gateway.ask(image(reference))).status).toBe(404);
  });

  test('passes in another process of the site by the token or the secret that both have, and not with another signature', async () => {
    const byToken = await certificate(open());
    expect((await open().ask(image(byToken))).status).toBe(200);
    const alone = { token: null, rebuildSecret: 'secret' };
    const reference = await certificate(open(alone));
    const other = open(alone);
    expect((await other.ask(image(reference))).status).toBe(200);
    expect(service.arrived.at(-1)?.url).toBe(image('tc/4 a.jpg'));
    expect((await open({ ...alone, rebuildSecret: 'another' }).ask(image(reference))).status).toBe(404);
    expect((await other.ask(image(reference.replace('tc/4', 'tc/5')))).status).toBe(404);
    expect((await other.ask(image('tc/4 a.jpg'))).status).toBe(404);
    later(11 * MINUTE);
    expect((await other.ask(image(reference))).status).toBe(404);
  });

  test('that is published passes; one that is purged never does, also when it was given out', async () => {
    picture('JPEG');
    expect((await open({ media: { ...unknown, isPublished: () => true } }).ask(image('a.jpg'))).status).toBe(200);
    const gateway = open({ media: { ...unknown, isPublished: () => true, isWithdrawn: () => true } });
    const reference = await certificate(gateway);
    service.arrived.length = 0;
    expect((await gateway.ask(image(reference))).status).toBe(404);
    expect(service.arrived).toEqual([]);
  });

  test('is refused in one line while nobody can tell what was withdrawn, and passes afterwards', async () => {
    let damaged = true;
    const isWithdrawn = () => {
      if (damaged) throw new Refusal('The list of withdrawn references, /srv/data/purged.json, is damaged.');
      return false;
    };
    const gateway = open({ media: { ...unknown, isPublished: () => true, isWithdrawn } });
    picture('JPEG');
    const answer = await gateway.ask(image('a.jpg'));
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 60]);
    expect(await answer.json()).toEqual({ error: 'undecided', message: expect.stringMatching(/^[^\n/]+$/) });
    expect(service.arrived).toEqual([]);
    expect(gateway.events.at(-1)).toMatchObject({ call: 'image', outcome: 'undecided', status: 503 });
    damaged = false;
    expect((await gateway.ask(image('a.jpg'))).status).toBe(200);
  });
});

describe('an album', () => {
  const album = { _id: 'a1', title: 'Fete', category: 'PhotoGallery', date: '2026-11-20', description: 'All came.' };

  test('is answered with what its page shows, and its photos pass', async () => {
    const gateway = open();
    const attachments = ['a b.jpg', { file: 'c.jpg', phone: '+91 00000 00003' }, `${service.url}/api/image/d%20e.jpg`];
    const hidden = { uploadedBy: 'Asha Rao', school: { token: 'x' }, id: { by: 'Asha Rao' } };
    service.answer = answersJson({ data: { ...album, attachments, ...hidden } });
    const answer = await gateway.ask('/api/subGallery?id=a1');
    const { attachments: passes, ...shown } = (await answer.json()) as { attachments: string[] };
    expect(shown).toEqual(album);
    picture('JPEG');
    for (const pass of passes) expect((await gateway.ask(image(pass))).status).toBe(200);
    expect(service.arrived.slice(1).map(({ url }) => url)).toEqual(['a b.jpg', 'c.jpg', 'd e.jpg'].map(image));
    for (const guess of ['c.jpg', 'other.jpg']) expect((await gateway.ask(image(guess))).status).toBe(404);
  });

  test('of a certificate that was withdrawn, by name or bytes, is given to nobody who posts the form without script either', async () => {
    const posted = async (media: Partial<typeof unknown>) => {
      service.answer = (arrived, response) => {
        if (arrived.method === 'POST') return answersJson({ data: 'cert1' })(arrived, response);
        response.writeHead(200, { 'content-type': 'image/x-other' }).end('WITHDRAWN');
      };
      const gateway = open({ media: { ...unknown, ...media } });
      return (await gateway.postForm('/api/tc/HTSJ', { admission: '4', name: 'Asha Rao' })).text();
    };
    expect(await posted({})).toBe('WITHDRAWN');
    expect(await posted({ isWithdrawn: () => true })).not.toContain('WITHDRAWN');
    expect(await posted({ withdrawnBytes: () => new Set([digestOf('WITHDRAWN')]) })).not.toContain('WITHDRAWN');
  });

  test('newer than the site gives out no withdrawn bytes, under whatever name', async () => {
    const gateway = open({ media: { ...unknown, withdrawnBytes: () => new Set([digestOf('WITHDRAWN')]) } });
    service.answer = answersJson({ ...album, attachments: ['copy.jpg'] });
    const { attachments } = (await (await gateway.ask('/api/subGallery?id=a1')).json()) as { attachments: string[] };
    const copy = image(attachments[0] ?? '');
    picture('WITHDRAWN', 'image/x-other');
    expect((await gateway.ask(copy)).status).toBe(404);
    picture('ANOTHER', 'image/x-other');
    const answer = await gateway.ask(copy);
    expect([answer.status, await answer.text()]).toEqual([200, 'ANOTHER']);
  });

  test('of another category is 404, and its photos do not pass', async () => {
    const gateway = open();
    service.answer = answersJson({ ...album, category: 'StaffOnly', attachments: ['a.jpg'] });
    const answer = await gateway.ask('/api/subGallery?id=a1');
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('Fete')]);
    expect((await gateway.ask(image('a.jpg'))).status).toBe(404);
  });
});
