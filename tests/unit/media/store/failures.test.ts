import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { mediaRig, red } from '../../../support/mediaRig.ts';
import type { StubAnswer } from '../../../support/stubService.ts';

const rig = mediaRig();

describe('a picture that cannot be had', () => {
  const png = (options: object, width = 8000, height = 8000) =>
    sharp({ create: { width, height, channels: 4, background: '#102030' } }).png(options);
  const svg = (body: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${body}</svg>`);
  const nested = Array.from({ length: 9 }, (_, level) => {
    const uses = `<use href="#g${level}"/>`.repeat(8);
    return `<g id="g${level + 1}">${uses}</g>`;
  });

  test.each<[string, () => Buffer | StubAnswer | Promise<Buffer>, RegExp]>([
    ['unknown to the service', () => (_arrived, response) => response.writeHead(404).end(), /a\.jpg answered HTTP 404/],
    [
      'unknown to a service that says so',
      (): StubAnswer => (_arrived, response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"There is no file a.jpg in media/."}'),
      /^There is no file a\.jpg in media\/\. \(HTTP 404 of \S+\/a\.jpg\)$/,
    ],
    ['HTML', () => Buffer.from('<!doctype html><h1>Not found</h1>'), /neither a picture nor a document/],
    ['broken', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), /cannot be read as a picture/],
    [
      'an iPhone’s photo',
      () => Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1heichevc'),
      /HEIC, as iPhones make them; save it as JPEG/,
    ],
    ['an interlaced PNG of 64 million pixels', () => png({ progressive: true }).toBuffer(), /8000 × 8000 pixels, too many/],
    ['a PNG of which scaling a few rows takes 1 GB', () => png({}, 900_000, 8).toBuffer(), /900000 × 8 pixels, too many/],
    ['an SVG with a filter', () => svg('<filter id="f"/>'), /an SVG with filters/],
    [
      'an SVG that draws for ever',
      () => svg(`<rect id="g0" width="900" height="900" fill-opacity=".5"/>${nested.join('')}`),
      /an SVG|cannot be read/,
    ],
  ])('says why: %s', async (_name, make, why) => {
    rig().stored.set('a.jpg', await make());
    expect(await rig().obtained('a.jpg')).toBeUndefined();
    expect(rig().store.failure('a.jpg')?.why).toMatch(why);
    rig().stored.set('a.jpg', red);
    await rig().obtained('a.jpg');
    expect(rig().store.failure('a.jpg')).toBeNull();
  });

  test.each([503, 429])('is asked for again within the same rebuild when the service answers %i', async (status) => {
    let asked = 0;
    const answer: StubAnswer = (_arrived, response) => {
      asked += 1;
      if (asked > 2) response.end(red);
      else response.writeHead(status, { 'retry-after': '0' }).end();
    };
    rig().stored.set('a.jpg', answer);
    expect(await rig().obtained('a.jpg')).toMatchObject({ kind: 'image' });
    expect(asked).toBe(3);
  });

  test('is asked for once a rebuild when it failed before, however the service answers', async () => {
    let asked = 0;
    const answer: StubAnswer = (_arrived, response) => {
      asked += 1;
      response.writeHead(503).end();
    };
    rig().stored.set('a.jpg', answer);
    expect(await rig().obtained('a.jpg')).toBeUndefined();
    expect(asked).toBe(3);
    await rig().obtained('a.jpg');
    expect(asked).toBe(4);
  });

  test('is not waited for when the service asks for minutes', async () => {
    let asked = 0;
    const answer: StubAnswer = (_arrived, response) => {
      asked += 1;
      response.writeHead(503, { 'retry-after': '120' }).end();
    };
    rig().stored.set('a.jpg', answer);
    await rig().obtained('a.jpg');
    expect(asked).toBe(1);
  });
});
