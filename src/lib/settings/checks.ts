/** Schemas of settings: each takes the trimmed text of one variable. An issue's message completes "NAME must be ...". */
import { isIP } from 'node:net';
import { Cron } from 'croner';
import * as z from 'zod/mini';

/** Text that passes a predicate. */
function matching(isValid: (value: string) => boolean, expected: string) {
  return z.string().check(z.refine(isValid, expected));
}

function isAddress(value: string, allowed: { readonly query: boolean }): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && (allowed.query || (!url.search && !url.hash));
}

const withoutEnd = z.transform((value: string) => value.replace(/[/?#]+$/, ''));

export const anyText = z.string();

/** A base address to which paths are appended: without a trailing slash. */
export const baseAddress = z.pipe(
  matching((value) => isAddress(value, { query: false }), 'an http(s) address such as https://content.example.org'),
  withoutEnd,
);

/** An address that is called as it is, query included. */
export const callAddress = matching(
  (value) => isAddress(value, { query: true }),
  'an http(s) address such as https://alerts.example.org/school',
);

/** Scheme, host and port, without a trailing slash. */
export const origin = z.pipe(
  matching(
    (value) => isAddress(value, { query: false }) && URL.parse(value)?.pathname === '/',
    'an http(s) origin without a path, such as https://www.example.org',
  ),
  withoutEnd,
);

export function wholeNumber(least: number, most: number) {
  return z.pipe(
    matching(
      (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
      `a whole number from ${least} to ${most}`,
    ),
    z.transform(Number),
  );
}

/** How many releases are kept: the last ones, one a day, one a week. */
export const keptReleases = z.pipe(
  matching(
    (value) => /^[1-9]\d{0,2},\d{1,3},\d{1,3}$/.test(value.replaceAll(' ', '')),
    'three whole numbers such as 5,7,4: how many of the last releases, of days and of weeks',
  ),
  z.transform((value: string) => {
    const [last = 1, days = 0, weeks = 0] = value.split(',').map(Number);
    return { last, days, weeks };
  }),
);

/** What an HTTP header can carry. */
export const headerValue = matching((value) => /^[\x20-\x7e]+$/.test(value), 'printable ASCII characters in one line');

export const headerSecret = matching(
  (value) => /^[\x20-\x7e]{16,}$/.test(value),
  'at least 16 printable ASCII characters in one line',
);

export const password = matching((value) => [...value].length >= 12, 'at least 12 characters');

export const schoolCode = matching((value) => /^[A-Za-z0-9_-]{1,32}$/.test(value), '1 to 32 letters, digits, "-" or "_"');

export const timeZone = matching((value) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}, 'an IANA time zone such as Asia/Kolkata');

export const cronLine = matching((value) => {
  // croner also takes a date, on which it would run once.
  if (/^\d{4}-/.test(value)) return false;
  try {
    new Cron(value, { paused: true });
    return true;
  } catch {
    return false;
  }
}, 'a cron line such as */15 * * * *');

/** A list separated by commas or white space. */
function listOf(entry: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.split(/[\s,]+/).filter(Boolean)),
    ),
    z.array(entry),
  );
}

export const hosts = listOf(
  z.pipe(
    matching(
      (value) => URL.parse(`http://${value}`)?.pathname === '/' && /^[^/?#@\\]+$/.test(value),
      'host names such as cdn.example.org',
    ),
    z.transform((value: string) => value.toLowerCase()),
  ),
);

function isAddressRange(value: string): boolean {
  const [address = '', bits = '0', ...more] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0;
}

export const addressRanges = listOf(matching(isAddressRange, 'addresses or ranges such as 10.0.0.0/8'));

const BUCKET = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]';

export const bucketName = matching(
  (value) => new RegExp(`^${BUCKET}$`).test(value),
  'a bucket name: 3 to 63 lower-case letters, digits, "-" or "."',
);

const isKeyPrefix = (value: string) => /^[\w!.*'()/-]*$/.test(value) && !value.includes('//');
const withoutSlashes = (value: string) => value.replace(/^\/|\/$/g, '');

/** The start of object names, without a slash at either end. */
export const keyPrefix = z.pipe(
  matching(isKeyPrefix, 'a prefix of object names such as sites/school'),
  z.transform(withoutSlashes),
);

export const bucketAddress = z.pipe(
  matching(
    (value) => new RegExp(`^s3://${BUCKET}(?:/|$)`).test(value) && isKeyPrefix(value.slice('s3://'.length)),
    'an address of object storage such as s3://bucket/prefix',
  ),
  z.transform((value: string) => {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(.*)$/.exec(value) ?? [];
    return { bucket, prefix: withoutSlashes(prefix) };
  }),
);

/** An address of this machine that a server can bind. */
export const hostAddress = matching(
  (value) => isIP(value) > 0 || value === 'localhost',
  'an address of this machine such as 127.0.0.1',
);

export const mailServer = matching(
  (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && Boolean(URL.parse(value)?.hostname),
  'the address of a mail server such as smtps://user:password@mail.example.org',
);

export const mailAddresses = listOf(
  matching((value) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value), 'e-mail addresses such as office@school.example'),
);

export function oneOf<const Value extends string>(...values: readonly [Value, ...Value[]]) {
  const quoted = values.map((value) => `"${value}"`);
  return z.enum(values, { error: [quoted.slice(0, -1).join(', '), quoted.at(-1)].join(' or ') });
}
