import { describe, expect, test } from 'vitest';
import { foldsOnPhones, languagesIn, readable } from '../../../src/components/sections/static/readable.ts';

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((name) => `<th>${name}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

const LONG = 'Name, email address, phone number, subject and message';

describe('Tables of running text', () => {
  test('fold on phones where their cells are long, and their cells name their columns', () => {
    const html = readable(
      table(['Form', 'What is "sent"', 'Who reads it'], [['Contact', LONG, 'The school office, the same day']]),
    );
    expect(html).toContain('<table class="fold">');
    expect(html).toContain('<td>Contact</td>');
    expect(html).toContain(`<td data-column="What is &quot;sent&quot;">${LONG}</td>`);
    expect(html).toContain('<td data-column="Who reads it">');
  });

  test('of two columns fold without the second one’s name', () => {
    const html = readable(table(['Absence', 'What happens'], [['On the day of a test or paper', LONG]]));
    expect(html).toContain('<table class="fold">');
    expect(html).not.toContain('data-column');
  });

  test('stay tables where they are short', () => {
    const html = readable(table(['Classes', 'A month', 'A year'], [['I to V', 'Rs. 2,000', 'Rs. 24,000']]));
    expect(html).not.toContain('fold');
    expect(html).not.toContain('data-column');
  });

  test('stay tables where a row has not one cell for each column', () => {
    expect(readable(table(['Form', 'What is sent'], [['Contact', LONG, LONG]]))).not.toContain('fold');
  });

  test('of more than three columns fold unless they are times or amounts', () => {
    expect(foldsOnPhones([['Clock Tower (1)', 'a sentence', '2:20 pm', '12:40 pm']])).toBe(true);
    expect(foldsOnPhones([['Clock Tower (1)', '6:50 am', '2:20 pm', '12:40 pm']])).toBe(false);
    expect(foldsOnPhones([['Clock Tower (1)', 'a sentence', '2:20 pm']])).toBe(false);
  });
});

test('each text of a message says its language, and takes none from what it stands in', () => {
  expect(languagesIn('<h3>हिन्दी दिवस</h3><p>सभी को <b>बधाई</b>.</p><p>Dear parents</p>')).toBe(
    '<h3 lang="hi">हिन्दी दिवस</h3><p lang="hi">सभी को <b>बधाई</b>.</p><p>Dear parents</p>',
  );
  expect(languagesIn('<ul><li>আমাদের দিন<ul><li>Holiday</li></ul></li></ul>')).toBe(
    '<ul><li><span lang="bn">আমাদের দিন</span><ul><li>Holiday</li></ul></li></ul>',
  );
  expect(languagesIn('हिन्दी <em>दिवस</em><hr />Hindi Day')).toBe('<span lang="hi">हिन्दी <em>दिवस</em></span><hr />Hindi Day');
});
