import { expect, test } from 'vitest';
import { languagesIn } from '../../../src/components/sections/static/languages.ts';

test('each text of a message says its language, and takes none from what it stands in', () => {
  expect(languagesIn('<h3>हिन्दी दिवस</h3><p>सभी को <b>बधाई</b>.</p><p>Dear parents</p>')).toBe(
    '<h3 lang="hi">हिन्दी दिवस</h3><p lang="hi">सभी को <b>बधाई</b>.</p><p>Dear parents</p>',
  );
  expect(languagesIn('<ul><li>আমাদের দিন<ul><li>Holiday</li></ul></li></ul>')).toBe(
    '<ul><li><span lang="bn">আমাদের দিন</span><ul><li>Holiday</li></ul></li></ul>',
  );
  expect(languagesIn('हिन्दी <em>दिवस</em><hr />Hindi Day')).toBe('<span lang="hi">हिन्दी <em>दिवस</em></span><hr />Hindi Day');
});
