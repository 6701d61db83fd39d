import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { FormName } from '../../../../src/forms/rules.ts';
import { SchoolForm } from '../../../../src/islands/forms/SchoolForm.tsx';

const markup = (name: FormName, service = '') =>
  renderToStaticMarkup(<SchoolForm name={name} schoolCode="HTSJ" service={service} />);
const labels = (html: string) => [...html.matchAll(/<div class="field"><label for="[^"]+">([^<]+)</g)].map(([, label]) => label);

describe('without script', () => {
  test.each([
    ['contact', '/api/form/HTSJ/abc', ['Name', 'Email', 'Phone Number', 'Subject', 'Message']],
    [
      'careers',
      '/api/form/HTSJ/XYZ',
      ['Name', 'Contact Number', 'Teaching Subject', 'Post Applied', 'Total Experience', 'CV (PDF)'],
    ],
    ['suggestion', '/api/form/HTSJ/Admission', ['Name', 'Class', 'Ward and Class', 'Date', 'Suggestion']],
    ['certificate', '/api/tc/HTSJ', ['Admission No.', 'Student Full Name']],
  ] as const)('%s is a native form to %s with its fields', (name, action, fields) => {
    const html = markup(name);
    expect(html).toMatch(new RegExp(`^<form [^>]*action="${action}"[^>]* method="post">`));
    expect(html).toContain('noValidate=""');
    expect(labels(html)).toEqual(fields);
    expect(html.includes('enctype="multipart/form-data"') || html.includes('encType="multipart/form-data"')).toBe(
      name === 'careers',
    );
  });

  test('no message, alert or success stands in a fresh form', () => {
    for (const name of ['contact', 'careers', 'suggestion', 'certificate'] as const) {
      expect(markup(name)).not.toMatch(/aria-invalid|class="error"|role="alert"/);
      expect(markup(name)).toContain('<p class="good" role="status"></p>');
    }
  });

  test('the CV’s limit and the number’s digits are said before anybody errs', () => {
    expect(markup('careers')).toContain('<p class="hint" id="f-attachments-hint">PDF, up to 4 MB</p>');
    expect(markup('careers')).toMatch(/<input type="text" inputMode="numeric" maxLength="10" id="f-phone"/);
  });

  test('the hidden field is out of reach for people', () => {
    expect(markup('contact')).toMatch(/<div class="trap" aria-hidden="true">.*tabindex="-1" autoComplete="off"/);
    expect(markup('certificate')).not.toContain('trap');
  });
});

test('straight to the service, a form waits for its script and has no trap', () => {
  const html = markup('contact', 'https://content.example');
  expect(html).not.toContain('action=');
  expect(html).not.toContain('trap');
  expect(html).toContain('<button class="button" type="submit" disabled="">');
});
