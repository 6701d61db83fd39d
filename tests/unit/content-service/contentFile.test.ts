import { describe, expect, it } from 'vitest';
import { readContentFile } from '../../../scripts/content-service/contentFile.ts';

const values = (name: string, text: string): unknown[] => {
  const read = readContentFile(name, text);
  if (!read.ok) throw new Error(read.message);
  return read.value.items.map(({ value }) => value);
};

describe('a content file', () => {
  it.each([
    ['news.json', '[{"title": "One"}, {"title": "Two"}]'],
    ['news.yaml', '- title: One\n- title: Two\n'],
    ['news.yml', '\uFEFF- title: One\n- title: Two\n'],
  ])('that holds a list is a collection: %s', (name, text) => {
    expect(values(name, text)).toEqual([{ title: 'One' }, { title: 'Two' }]);
  });

  it('that holds one item without an identity names it', () => {
    expect(values('news/2026/fee.notice.yaml', 'title: Fees')).toEqual([{ _id: 'fee.notice', title: 'Fees' }]);
  });

  it.each(['', "''", "' '", '[]'])('names an item by its file whose identity was left empty: _id: %s', (id) => {
    expect(values('news/fees.yaml', `_id: ${id}\ntitle: Fees`)).toEqual([{ _id: 'fees', title: 'Fees' }]);
  });

  it.each(['_id: own\ntitle: Fees', 'id: 7\ntitle: Fees'])('keeps an identity of its own: %j', (text) => {
    expect(values('news/fees.yaml', text)[0]).not.toHaveProperty('_id', 'fees');
  });

  it('keeps a date as the text it is', () => {
    expect(values('news/fees.yaml', '_id: a\nfromDate: 2026-11-05')).toEqual([{ _id: 'a', fromDate: '2026-11-05' }]);
  });

  it('keeps a number as it is written: programs write 0412, 9.30 and 007 otherwise', () => {
    const text = '_id: a\nadmission: 0412\ntime: 9.30\ncount: 12\nlast: [007, -3, 1.5]';
    const value = { _id: 'a', admission: '0412', time: '9.30', count: 12, last: ['007', -3, 1.5] };
    expect(values('calendar/a.yaml', text)).toEqual([value]);
  });

  it.each([
    ['news/bad.json', '[{"title": "Half'],
    ['news/bad.yaml', 'title: "Half'],
    ['news/text.yaml', 'only a sentence'],
    ['news/empty.yaml', ''],
    ['news/alias.yaml', '&item\ntitle: T\nmore: *item'],
    ['news/alias.yaml', '- &item\n  title: T\n  more: [*item]'],
    ['news/deep.yaml', `title: T\nmore: ${'['.repeat(40)}${']'.repeat(40)}`],
    ['news/deep.json', `{"title": "T", "more": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['news/deep.json', `[{"title": "T", "more": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}]`],
  ])('that cannot be read is answered with the reason in a sentence: %s', (name, text) => {
    const read = readContentFile(name, text);
    expect(read).toMatchObject({ ok: false, reason: 'unreadable' });
    expect(!read.ok && read.message).toMatch(/^it cannot be read: .+[^ :]\.$/);
  });

  it('with both versions of a merge is refused as such', () => {
    expect(readContentFile('news.yaml', '<<<<<<< HEAD\n- title: One\n=======\n- title: Other\n>>>>>>> main\n')).toMatchObject({
      ok: false,
      message: 'it cannot be read: it has two versions between <<<<<<< and >>>>>>>; keep one of them.',
    });
  });

  it.each([
    ['- title: Bus route #4 changed', ['"#4 changed" in line 1 is taken for a comment: put the whole text in quotes.']],
    [
      '- a: x\n  title: #1 in the district',
      ['"#1 in the district" in line 2 is taken for a comment: put the whole text in quotes.'],
    ],
    ['- title: Sports day # to be confirmed\n#top\n- title: "Route #4" #----', []],
  ])('says what of %j YAML takes for a comment and people do not', (text, lost) => {
    expect(readContentFile('news.yaml', text)).toMatchObject({ ok: true, value: { lost } });
  });

  it('of 90,000 keys is read in a time that grows with their number', () => {
    const keys = Array.from({ length: 90_000 }, (_, at) => `  key${at}: ${at}`);
    const [item] = values('news/a.yaml', `more:\n${keys.join('\n')}`);
    expect(Object.keys(Reflect.get(Object(item), 'more'))).toHaveLength(90_000);
  });

  it.each([
    [
      'an item has more than 5,000 fields.',
      'a.json',
      JSON.stringify(
        Object.fromEntries(
          Array(5001)
            .fill(0)
            .map((_, at) => [at, at]),
        ),
      ),
    ],
    ['it has more than 200,000 keys and objects; make several files of it.', 'a.json', `{"x": ${'{"a": 1},'.repeat(100_001)}`],
    ['it has more than 200,000 keys and objects; make several files of it.', 'a.json', `[${'{},'.repeat(200_001)}{}]`],
    ['it has more than 50,000 items; make several files of it.', 'a.json', `[${'{},'.repeat(50_000)}{}]`],
    ['it has more than 750,000 words and marks; make several files of it.', 'a.yaml', `x: [${'1,'.repeat(400_000)}`],
    ['its items are nested too deeply, or hold themselves.', 'a.yaml', '['.repeat(1_000_000)],
  ])('of which nobody would wait for the end is refused before: %s', (why, name, text) => {
    expect(readContentFile(name, text)).toMatchObject({ ok: false, message: `it cannot be read: ${why}` });
  });

  it('of thousands of mistakes or aliases is answered with the first, in a time that grows with their number', () => {
    const message = (text: string) => {
      const read = readContentFile('news/a.yaml', text);
      return read.ok ? '' : read.message;
    };
    expect(message(`title: "${'\\q'.repeat(100_000)}"`)).toBe(
      'it cannot be read: Invalid escape sequence \\q at line 1, column 9.',
    );
    expect(message(']'.repeat(1_000_000))).toBe(
      'it cannot be read: Unexpected flow-seq-end token in YAML document: "]" at line 1, column 1. Put the text in quotes.',
    );
    const anchors = Array.from({ length: 5000 }, (_, at) => `a${at}: &a${at} x\nb${at}: *a${at}`);
    expect(message(anchors.join('\n'))).toBe('it cannot be read: There are more than 1000 aliases at line 2002, column 8.');
    expect(message(anchors.slice(0, 1000).join('\n'))).toBe('');
  });

  it.each([
    [
      'a list whose aliases stand for 400 MB',
      `- &big\n  title: ${'a'.repeat(4_000_000)}\n${'- *big\n'.repeat(99)}`,
      'MB of text',
    ],
    [
      'aliases of aliases',
      `a: &a ${'x'.repeat(1_000_000)}\nb: &b [${'*a, '.repeat(9)}*a]\nc: [${'*b, '.repeat(7)}*b]`,
      'MB of text',
    ],
    ['100,000 anchors before one word', `title: ${'&a '.repeat(100_000)}x`, 'anchors and tags'],
  ])('that stands for more than it holds is refused before it takes long: %s', (_what, text, most) => {
    const read = readContentFile('news/a.yaml', text);
    expect(!read.ok && read.message).toMatch(
      new RegExp(`^it cannot be read: .* more than [\\d,]+ ${most}; make several files of it\\.$`),
    );
  });

  it('that quotes all of itself in what is wrong with it is answered briefly, with the line', () => {
    const long = 'a'.repeat(3_000_000);
    const message = (text: string) => {
      const read = readContentFile('news/a.yaml', text);
      return read.ok ? '' : read.message.replace(/a{20,}/g, 'aa');
    };
    expect(message(`title: *${long}`)).toMatch(/^it cannot be read: Unresolved alias .{10,80}: aa…aa \(line 1\)\.$/);
    const read = readContentFile('news/a.yaml', `title: !<${long}> "x"`);
    expect(read.ok && read.value.lost).toEqual([expect.stringMatching(/^Unresolved tag: a{50,200}…a+ at line 1, column 8\.$/)]);
  });

  it.each([
    '!No school on Monday',
    '! No school, no bus',
    '!Important: fees are due',
    '!स्कूल बंद',
    '!Holiday',
    '!!Urgent notice',
    '!! Urgent',
    '&Alpona festival',
    '& family',
  ])('keeps the sign that begins a text without quotation marks: %s', (title) => {
    const read = readContentFile('highlight.yaml', `- title: ${title}\n  link: /News\n- title: Second\n`);
    expect(read.ok && read.value.items.map(({ value }) => value)).toEqual([{ title, link: '/News' }, { title: 'Second' }]);
  });

  it.each([
    ['! "No school: storm"', '! No school: storm'],
    ["!Closed 'Hill Road'", '!Closed Hill Road'],
  ])('keeps the sign before quotation marks: %s', (written, title) => {
    const read = readContentFile('highlight.yaml', `- title: ${written}\n- title: Second`);
    expect(read.ok && read.value.items.map(({ value }) => value)).toEqual([{ title }, { title: 'Second' }]);
  });

  it('keeps the sign at the end of a file', () => {
    const read = readContentFile('highlight.yaml', '- title: !Closed');
    expect(read.ok && read.value.items.map(({ value }) => value)).toEqual([{ title: '!Closed' }]);
  });

  it('has anchors that an alias stands for, and tags of YAML', () => {
    const read = readContentFile('news/a.yaml', '- &one {title: !!str 12}\n- *one\n- title: &two Fees\n  text: *two\n');
    expect(read.ok && read.value.items.map(({ value }) => value)).toEqual([
      { title: '12' },
      { title: '12' },
      { title: 'Fees', text: 'Fees' },
    ]);
  });

  it.each([
    ['news/a.yaml', 'title: Fees\nmore:\n  a: 1\n  a: 2', 'Map keys must be unique at line 4, column 3.'],
    ['news/a.yaml', 'title: Fees: due on Monday', 'at line 1, column 8. Put the text in quotes.'],
    ['news/a.yaml', 'title: Fees\nare due\nfromDate: 2026-11-21', 'at line 2, column 1. Put the text in quotes.'],
    ['news/a.yaml', 'title: "Fees', 'at line 1, column 13. Put the text in quotes.'],
    ['news/a.yaml', 'title: "Silent Night" by class V', 'at line 1, column 23. Put the text in quotes.'],
    ['news/a.yaml', 'title: @home', 'at line 1, column 8. Put the text in quotes.'],
    ['news/a.json', '{"title": "Fees"', '(line 1 column 17).'],
    ['news/a.json', '', '(line 1).'],
  ])('that cannot be read is answered with the line, and with what usually mends it: %s %j', (name, text, end) => {
    const read = readContentFile(name, text);
    expect(!read.ok && read.message).toMatch(new RegExp(`${end.replace(/[().]/g, '\\$&')}$`));
  });
});
