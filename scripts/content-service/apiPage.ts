/** The text of `API.md`: what the site asks of a content service, made of the collections' descriptors and schemas. */
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { FORMS, submitPath } from '../../src/forms/rules.ts';
import type { FieldNote } from '../../src/service/schemas/fields.ts';

const WHEN_MISSING: Readonly<Record<FieldNote['type'], string>> = {
  'short text': 'empty',
  text: 'empty',
  HTML: 'empty',
  date: 'last in its list, only under "All"',
  address: 'no link',
  references: 'none',
};

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const tableOf = (heads: readonly string[], rows: readonly string[]) =>
  [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');

/** An item of a collection as a service may answer it. */
export async function exampleOf(name: CollectionName): Promise<Readonly<Record<string, unknown>>> {
  const { fields } = (await COLLECTIONS[name].schema()).read;
  return { _id: `${name}-1`, ...Object.fromEntries(Object.entries(fields).map(([field, { example }]) => [field, example])) };
}

/** Why an item that has nothing is left out. */
async function leastOf(name: CollectionName, category: object): Promise<string> {
  const { read } = await COLLECTIONS[name].schema();
  const context = {
    zone: 'UTC',
    closureMark: '!',
    media: () => ({ kind: 'missing' }) as const,
    sanitise: () => '',
    warn: () => {},
  };
  const { reading } = read({ _id: 'x', ...category }, context);
  return reading.kind === 'unreadable' ? `An item is left out, and named in the report, when ${reading.why}.` : '';
}

async function collection(name: CollectionName): Promise<string> {
  const { path, also = [], auth } = COLLECTIONS[name].call;
  const { fields } = (await COLLECTIONS[name].schema()).read;
  const others = also.length > 0 ? ` (the same as ${also.map((other) => `\`${other}\``).join(', ')})` : '';
  const rows = Object.entries(fields).map(([field, { type, note }]) => row(`\`${field}\``, type, note, WHEN_MISSING[type]));
  const least = await leastOf(name, fields.category && name === 'gallery' ? { category: fields.category.example } : {});
  return [
    `### ${name}`,
    `\`GET ${path}\`${others}, ${auth ? 'with the token' : 'without the token'}.`,
    tableOf(['field', 'type', 'what it is', 'when it is missing'], rows),
    least,
    json([await exampleOf(name)]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function forms(): string {
  const rows = Object.values(FORMS).map((form) => {
    const fields = form.fields.map(({ name }) => `\`${name}\``).join(', ');
    const isFile = form.sent.length < form.fields.length;
    return row(form.name, `\`POST ${submitPath(form, '{code}')}\``, isFile ? '`multipart/form-data`' : 'JSON', fields);
  });
  return tableOf(['form', 'call', 'body', 'fields'], rows);
}

/** The whole page. `example`: the text of `example.mjs`. */
export async function apiPage(example: string): Promise<string> {
  const calls = COLLECTION_NAMES.map((name) => {
    const { path, auth } = COLLECTIONS[name].call;
    return row(`[\`GET ${path}\`](#${name.toLowerCase()})`, auth ? 'yes' : 'no', 'at each rebuild, conditionally');
  });
  const other = [
    row('`GET /api/image/{reference}`', 'no', 'once for each reference; again, conditionally, on the first rebuild of a day'),
    row('`GET /api/subGallery?id={id}`', 'no', 'for an album newer than the last rebuild, when a visitor opens it'),
    row('`POST /api/form/{code}/{label}`', 'yes', 'when a visitor sends a form'),
    row('`POST /api/tc/{code}`', 'yes', 'when a visitor asks for a transfer certificate'),
  ];
  const lists = await Promise.all(COLLECTION_NAMES.map(collection));
  return `# The content service

What the website asks of the school's own content service. This page is made of the site's schemas and tested against them;
\`npm run check-service\` asks a running service each call and says what to change. The same for programs, as OpenAPI 3.1:
[\`openapi.json\`](openapi.json).

\`CONTENT_SERVICE_URL\` is the address before \`/api\`, \`SCHOOL_CODE\` stands for \`{code}\`, and the calls marked "token" carry
\`Authorization: Bearer {CONTENT_SERVICE_TOKEN}\`, the others no authorization. Redirects of lists are not followed.

## All calls

${tableOf(['call', 'token', 'when'], [...calls, ...other])}

An attempt has \`CONTENT_SERVICE_TIMEOUT\` seconds (10); 408, 429 (with \`Retry-After\`), 5xx and broken connections are tried
again for a few seconds. A list that then fails keeps its last good content and is named as stale. Answer an \`ETag\` or
\`Last-Modified\` and 304 to \`If-None-Match\` or \`If-Modified-Since\`: an unchanged list then costs nothing. A list has at most 64 MB and 100,000 items.

## How answers are read

- A list is a JSON array of objects, bare or in an object under \`data\`, \`result\`, \`results\` or the collection's own name.
- Identity is \`_id\`, else \`id\` (text or number, at most 64 characters; it becomes part of addresses). Keep it the same for
  ever. Without one a digest of the fields below stands for it, and each edit makes another item. The second item of an
  identity is left out and named.
- Unknown fields are ignored. What cannot be read counts as missing; an item of which nothing can be shown is left out and named.
- **short text** has at most 1,000 characters, **text** 20,000, with its line breaks; markup in both is shown as characters.
  **HTML** is reduced to paragraphs, headings, lists, tables, emphasis and links.
- **date** is an ISO 8601 date or date-time (\`2026-11-21\`, \`2026-11-21T10:30:00\`, \`2026-11-21T05:00:00Z\`) or epoch
  milliseconds, as number or digits. Without a zone it is in the school's (\`SCHOOL_TIME_ZONE\`). Anything else counts as missing and is warned of.
- **address** begins with \`http:\` or \`https:\` (links also with \`mailto:\` or \`tel:\`).
- **references** are a text, an object that carries one under \`image\`, \`file\`, \`reference\`, \`filename\`, \`url\` or \`_id\`, or a
  list of these, of which the first 1,000 are shown. Each is asked for at \`/api/image/{reference}\`, percent-encoded; an absolute address only from the service's own
  origin or a host in \`MEDIA_HOSTS\`. A reference names the same bytes for ever: a new picture has a new one.
  And a picture keeps its reference: an address that is signed anew at each call counts, each time, as another picture that has
  yet to be fetched.

## Pictures and files

\`GET /api/image/{reference}\` answers the bytes: JPEG, PNG, WebP, GIF or AVIF pictures, PDFs and other files, at most 60 MB.
What it is is told from the bytes. 404 or 410: there is none; the item is published with a drawing in its place, and the
reference is named in the warnings.

## Collections

${lists.join('\n\n')}

## One album

\`GET /api/subGallery?id={id}\` answers one item of \`gallery\` as an object, bare or under \`data\`; 404 when there is none.

${json(await exampleOf('gallery'))}

## Forms

${forms()}

Write the submission down before you answer. Any 2xx tells the visitor that it was sent; anything else leaves the form as
typed. Nothing is sent again unasked. The CV comes in \`${'attachments'}\` as \`application/pdf\`, at most 4 MB, under a name that ends in \`.pdf\`.

\`\`\`json
{"ok": true}
\`\`\`

The certificate's call sends ${code({ name: 'Asha Rao', admission: 'HT/2019/0412' })} and is answered with the reference of its picture, which is
fetched at once from \`/api/image/{reference}\`; let it expire and be hard to guess. Anything but a 2xx with \`data\` shows a failure.

\`\`\`json
{"data": "3f0c9a7e51d24b8f"}
\`\`\`

## The webhook

Call \`POST {SITE_URL}/hooks/rebuild\` after each change, with \`Authorization: Bearer {REBUILD_SECRET}\` or
\`X-Hub-Signature-256: sha256={hex HMAC-SHA-256 of the raw body}\`. The body may name what changed:

\`\`\`json
{"collections": ["news"]}
\`\`\`

With \`"media": ["sports-day-01.jpg"]\` it names media references whose bytes became others: a worker asks for them again, conditionally.

It answers 202 with \`{"id": "...", "url": "/hooks/rebuild/{id}"}\` at once; a GET of that address with the same secret says how
the rebuild ended. Calls while a rebuild runs become one rebuild after it. On 408, 429 or 5xx call again later.

## A service to copy

[\`example.mjs\`](example.mjs), in plain Node, without packages; a test asks it each call.

\`\`\`js
${example.trimEnd()}
\`\`\`
`;
}
