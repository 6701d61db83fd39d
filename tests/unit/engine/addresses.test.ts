import { describe, expect, test } from 'vitest';
import { addressesFor, addressPath, createReferenceReader, filesFor } from '../../../src/engine/addresses.ts';

describe('an address', () => {
  test('is looked up without query and fragment, decoded', () => {
    expect(addressPath('/a%20b?x=/y#z')).toBe('/a b');
    expect(addressPath('/100%?x')).toBe('/100%');
  });

  test('is answered by a flat file, and a file by its addresses', () => {
    expect(filesFor('/')).toEqual(['index.html', 'index.html']);
    expect(filesFor('/News/2025')).toEqual(['News/2025.html', 'News/2025']);
    for (const path of ['index.html', 'News.html', 'a.js']) {
      for (const address of addressesFor(path)) expect(filesFor(address)).toContain(path);
    }
  });

  test('is a page that may go, one of a group, or a program’s', () => {
    const groupOf = (path: string) => (path.startsWith('/media/a/') ? '/media/a/' : null);
    const world = { groupOf, isPermanent: (page: string) => page === '/About' };
    const addresses = ['/About', '/News?year=2025', '/News', '/media/a/1.webp', '/media/a/2.webp', '/api/form'];
    const read = createReferenceReader(world, ['/api/'])([{ path: 'a.html', bytes: Buffer.of(), addresses }]);
    expect(read.addresses).toEqual(new Set(['/News']));
    const readAddresses = createReferenceReader(world, ['/desk', '/desk/']);
    const desk = ['/desk', '/desk?x', '/desk/a', '/desktop', '/desk-1'];
    const checked = readAddresses([{ path: 'a.html', bytes: Buffer.of(), addresses: desk }]).addresses;
    expect([...checked]).toEqual(['/desktop', '/desk-1']);
    expect(read.groups).toEqual(new Map([['/media/a/', new Set(['/media/a/1.webp', '/media/a/2.webp'])]]));
  });
});
