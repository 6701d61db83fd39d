import { expect, test } from 'vitest';
import { likelyPage, ROUTES } from '../../../src/lib/routes.ts';

test.each([
  ['/contact', '/ContactUs'],
  ['/contact-us', '/ContactUs'],
  ['/Admissions', '/Admission'],
  ['/admision', '/Admission'],
  ['/results', '/Toppers'],
  ['/holiday', '/Calendar'],
  ['/galery', '/Gallery'],
  ['/career.html', '/Careers'],
  ['/xyzzy', null],
  ['/constructor', null],
  ['/__proto__', null],
  ['/', null],
])('the page that %s is most like is %s', (typed, page) => {
  expect(likelyPage(typed, ROUTES)).toBe(page);
});
