import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../../src/lib/digest.ts';
import { gatewayTo } from '../../support/gateway.ts';
import { smallPicture } from '../../support/pictures.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

const service = await stubServiceOfFile(answersJson({}));

describe('what a picture says of its making', () => {
  const SECRETS = ['Asha', 'GPS-N-23.7', 'xmpmeta'];
  const noisy = async () => sharp(await smallPicture(1, 400)).modulate({ brightness: 1.1 });
  const withSecrets = (from: Sharp) =>
    from
      .withExif({ IFD0: { Artist: 'Asha Rao', ImageDescription: 'GPS-N-23.7' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Asha</x:xmpmeta>');
  const pass = async (bytes: Buffer, type: string) => {
    service.answer = (_arrived, response) => response.writeHead(200, { 'content-type': type }).end(bytes);
    const published = { isWithdrawn: () => false, isPublished: () => true, withdrawnBytes: () => new Set<Digest>() };
    const answer = await gatewayTo(service.url, { media: published }).ask('/api/image/a.jpg');
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test.each([
    ['jpeg', async () => withSecrets((await noisy()).jpeg())],
    ['jpeg', async () => withSecrets((await noisy()).jpeg({ progressive: true }))],
    ['png', async () => withSecrets((await noisy()).png())],
    ['webp', async () => withSecrets((await noisy()).webp())],
  ] as const)('is taken out of a %s, whose pixels stay', async (format, make) => {
    const source = Buffer.concat([await (await make()).toBuffer(), Buffer.from('Asha after the end')]);
    expect(source.includes('Asha')).toBe(true);
    const { status, bytes } = await pass(source, `image/${format}`);
    expect(status).toBe(200);
    for (const secret of SECRETS) expect(bytes.includes(secret), secret).toBe(false);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(source).raw().toBuffer());
  });

  const insert = (bytes: Buffer, at: number, more: Buffer) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
  const sized = (length: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(length);
    return bytes;
  };
  const note = Buffer.from('Asha Rao GPS-N-23.7!');

  test.each<[string, (image: Sharp) => Promise<Buffer>]>([
    [
      'jpeg',
      async (image) =>
        insert(await image.jpeg().toBuffer(), 2, Buffer.concat([Buffer.from('ffe0001b', 'hex'), Buffer.from('JFXX\0'), note])),
    ],
    [
      'png',
      async (image) => {
        const chunk = Buffer.concat([Buffer.from('caBX'), note]);
        return insert(await image.png().toBuffer(), 33, Buffer.concat([sized(note.length), chunk, sized(crc32(chunk))]));
      },
    ],
    [
      'webp',
      async (image) => {
        const webp = await image.webp().toBuffer();
        const grown = Buffer.concat([webp, Buffer.from('C2PA'), sized(note.length).reverse(), note]);
        grown.writeUInt32LE(grown.length - 8, 4);
        return grown;
      },
    ],
  ])('is taken out of a %s, also where no format foresees it', async (format, make) => {
    const source = await make(await noisy());
    expect(source.includes('Asha')).toBe(true);
    const { status, bytes } = await pass(source, `image/${format}`);
    expect([status, bytes.includes('Asha')]).toEqual([200, false]);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(source).raw().toBuffer());
  });

  test('is taken out of an animated gif, which plays as before', async () => {
    const frames = [1, 2].map((seed) => smallPicture(seed, 64));
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ loop: 3, delay: [100, 200] })
      .toBuffer();
    const extension = (label: number, ...blocks: string[]) =>
      Buffer.concat([
        Buffer.from([0x21, label]),
        ...blocks.map((text) => Buffer.from(`${String.fromCharCode(text.length)}${text}`)),
        Buffer.alloc(1),
      ]);
    const secrets = [extension(0xfe, 'Asha Rao'), extension(0xff, 'XMP DataXMP', 'xmpmeta'), extension(1, 'GPS-N-23.7')];
    const source = Buffer.concat([gif.subarray(0, -1), ...secrets, gif.subarray(-1), Buffer.from('Asha after the end')]);
    expect(await pass(source, 'image/gif')).toEqual({ status: 200, bytes: gif });
  });

  test('but for which way up it is', async () => {
    const source = await withSecrets((await noisy()).jpeg())
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes } = await pass(source, 'image/jpeg');
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
  });

  test.each([
    ['AVIF', async () => (await noisy()).avif().toBuffer()],
    ['TIFF', async () => (await noisy()).tiff().toBuffer()],
    ['JPEG XL', () => Buffer.from('\0\0\0\x0cJXL \r\n\x87\nExif', 'latin1')],
    ['JPEG 2000', () => Buffer.from('\0\0\0\x0cjP  \r\n\x87\nuuid', 'latin1')],
    ['raw', () => Buffer.from('IIU\0 a camera’s own file')],
  ])('cannot be taken out of %s: such a picture does not pass', async (_kind, make) => {
    expect((await pass(await make(), 'application/octet-stream')).status).toBe(502);
  });

  test('a picture that breaks off breaks off at the visitor too', async () => {
    const source = await (await noisy()).jpeg().toBuffer();
    await expect(pass(source.subarray(0, 600), 'image/jpeg')).rejects.toThrow();
  });
});
