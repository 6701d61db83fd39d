import { expect, test } from 'vitest';
import { xmlAnswer, xmlText } from '../../../src/pages/_xml.ts';

test('text in XML keeps its words, whatever they contain', () => {
  expect(xmlText(`Fish & <b>"chips"</b> 'n' ]]> हिन्दी`)).toBe(
    'Fish &amp; &lt;b&gt;&quot;chips&quot;&lt;/b&gt; &apos;n&apos; ]]&gt; हिन्दी',
  );
});

test('characters that XML cannot hold are left out', () => {
  expect(xmlText('a\u0000b\u000bc\u001f\ufffe\td\ud800')).toBe('abc\td\ufffd');
});

test('an answer is a whole document of its type', async () => {
  const answer = xmlAnswer('application/xml', ['<a/>']);
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a/>\n');
});
