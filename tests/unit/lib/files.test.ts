import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { isFileSound, readChecksummed, toChecksummed, writeAtomic } from '../../../src/lib/files.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe('writeAtomic', () => {
  test('makes the folders of the path and replaces what was there', async () => {
    const path = join(folder.path, 'a/b/file');
    await writeAtomic(path, 'first');
    await writeAtomic(path, 'second');
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(readdirSync(join(folder.path, 'a/b'))).toEqual(['file']);
  });

  test('puts the file in place of a foreign folder', async () => {
    const path = join(folder.path, 'taken');
    mkdirSync(join(path, 'inside'), { recursive: true });
    await writeAtomic(path, 'text');
    expect(readFileSync(path, 'utf8')).toBe('text');
  });

  test('leaves nothing behind when it fails', async () => {
    writeFileSync(join(folder.path, 'taken'), 'a file where a folder belongs');
    await expect(writeAtomic(join(folder.path, 'taken/file'), 'text')).rejects.toThrow();
    expect(readdirSync(folder.path)).toEqual(['taken']);
  });
});

describe('a checksummed file', () => {
  const value = { text: 'à\nশুভ', list: [1, null] };

  test('gives the value that was written', async () => {
    const path = join(folder.path, 'file');
    await writeAtomic(path, toChecksummed(value));
    expect(readChecksummed(path)).toEqual(value);
  });

  test('gives null when it is missing, and when any of its bytes is changed or cut off', async () => {
    const path = join(folder.path, 'file');
    expect(readChecksummed(path)).toBeNull();
    await writeAtomic(path, toChecksummed(value));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length - 1; at += 1) {
      writeFileSync(path, whole.subarray(0, at));
      expect(readChecksummed(path)).toBeNull();
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      expect(readChecksummed(path)).toBeNull();
    }
  });
});

describe('isFileSound', () => {
  const facts = { digest: digestOf('text'), size: 4 };
  const sound = (path: string, isTrusted: boolean) => isFileSound(join(folder.path, path), facts, () => isTrusted);

  test('reads the bytes unless their times are trusted', () => {
    writeFileSync(join(folder.path, 'file'), 'text');
    expect([sound('file', false), sound('file', true)]).toEqual([true, true]);
    writeFileSync(join(folder.path, 'file'), 'next');
    expect([sound('file', false), sound('file', true)]).toEqual([false, true]);
  });

  test('is false for another size, a folder, and nothing, trusted or not', () => {
    writeFileSync(join(folder.path, 'file'), 'longer');
    mkdirSync(join(folder.path, 'folder'));
    for (const path of ['file', 'folder', 'file/below', 'missing']) {
      expect([sound(path, false), sound(path, true)]).toEqual([false, false]);
    }
  });
});
