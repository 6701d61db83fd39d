import { describe, expect, it } from 'vitest';
import { CERTIFICATE, embeddedServiceRig, PICTURE } from '../../support/embeddedServiceRig.ts';

const rig = embeddedServiceRig();

describe('pictures and files', () => {
  it('says of a missing one which file was probably meant, but never names a certificate', async () => {
    rig().write('media/tc-0412.jpg', CERTIFICATE);
    const { url } = await rig().start();
    const said = async (reference: string) =>
      ((await (await fetch(`${url}/api/image/${encodeURIComponent(reference)}`)).json()) as { message: string }).message;
    expect(await said('sport day.jpg')).toBe('There is no file sport day.jpg in media/. Is sports day.jpg meant?');
    expect(await said('tc-0413.jpg')).toBe('There is no file tc-0413.jpg in media/.');
  });

  it.each(['sports day.jpg', '100% ready #1?.jpg'])('answers the picture %s with its bytes and type', async (reference) => {
    const { url } = await rig().start();
    const answer = await fetch(`${url}/api/image/${encodeURIComponent(reference)}`);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURE);
  });

  it.each(['missing.jpg', '..%2Fgallery.yaml', '%2e%2e%2fcertificates.yaml', '%', ''])('answers 404 to %s', async (reference) => {
    const { url } = await rig().start();
    expect((await fetch(`${url}/api/image/${reference}`)).status).toBe(404);
  });
});
