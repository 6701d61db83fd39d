import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PageEncoder, PageResponse } from '../../../src/render/wholePage.ts';

/** Any code point, halves of characters included. Fast-check's own unit `binary` takes 1.5 s of each process that names it. */
const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));

describe('PageEncoder', () => {
  test('encodes every text as the platform does, halves of characters included', () => {
    const platform = new TextEncoder();
    const encoder = new PageEncoder();
    const property = fc.property(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', '\ud800', '\udc00x', 'हिन्दी ◆'),
      (text, more) => {
        expect([...encoder.encode(text + more)]).toEqual([...platform.encode(text + more)]);
      },
    );
    fc.assert(property, { examples: [['', '']], seed: 1 });
  });
});

describe('PageResponse', () => {
  test('is a response that gives the bytes it was made of', async () => {
    const bytes = new TextEncoder().encode('a page');
    const response = new PageResponse(bytes, { status: 404, headers: { 'X-Of': 'page' } });
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.headers.get('x-of')]).toEqual([404, 'page']);
    expect(await response.bytes()).toBe(bytes);
  });

  test.each([['a text'], [new Blob(['a text'])], [new URLSearchParams('a=1')]])('gives the bytes of %s', async (body) => {
    const expected = new Uint8Array(await new Response(body).arrayBuffer());
    expect(await new PageResponse(body).bytes()).toEqual(expected);
  });

  test('has no bytes without a body', async () => {
    expect([...(await new PageResponse(null).bytes())]).toEqual([]);
  });
});
