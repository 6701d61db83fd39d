/** `npm run new`: the files that a new page or collection needs, in their places. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { fail, type Result, succeed } from '../src/lib/result.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { print, ROOT, runTool } from './lib/command.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What is to be written: whole files, and lines put before a text that stands in one. */
interface Plan {
  readonly files: Readonly<Record<string, string>>;
  readonly lines: readonly { readonly path: string; readonly before: string; readonly line: string }[];
}

function page(name: string): Plan {
  const text = `---
import Page from '../layouts/Page.astro';
---

<Page title="${name}" description="${name}: say in one sentence what stands here.">
  <div class="wrap prose">
    <p>What stands on this page.</p>
  </div>
</Page>
`;
  return {
    files: { [`src/pages/${name}.astro`]: text },
    lines: [{ path: 'src/lib/routes.ts', before: '] as const;', line: `  '/${name}',` }],
  };
}

/** Where the whole example of a collection stands, which a test adds and builds. */
const EXAMPLE = 'tests/fixtures/alumni';

/** The line of the registry, which is in order, before which a collection's stands; '': at its end. */
function nextInRegistry(name: string): string {
  const names = [...read('src/collections/registry.ts').matchAll(/^export \{ (\w+) \}/gm)].map(([, known = '']) => known);
  const next = names.find((known) => known > name);
  return next === undefined ? '' : `export { ${next} }`;
}

/** Whether a name cannot be that of a variable. */
function isReserved(name: string): boolean {
  try {
    new Script(`'use strict'; const ${name} = {};`);
    return name === 'constructor' || name === 'await';
  } catch {
    return true;
  }
}

/** The example under another name. */
function collection(name: string): Plan {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const renamed = (text: string) =>
    text
      .replaceAll('alumnus.ts', `${name}Item.ts`)
      .replaceAll('alumnusSchema', `${name}Schema`)
      .replaceAll('Alumnus', `${title}Item`)
      .replaceAll('alumni', name)
      .replaceAll('Alumni', title)
      .replaceAll(/\b[Aa] former pupil/g, 'An item')
      .replaceAll(/[Ff]ormer pupil(s?)(?: of the school)?/g, 'item$1')
      .replace('What became of the pupil.', 'What there is to say of it.');
  const files = [
    ['src/service/schemas/alumnus.ts', `src/service/schemas/${name}Item.ts`],
    ['src/collections/alumni.ts', `src/collections/${name}.ts`],
    ['src/collections/alumni.list.tsx', `src/collections/${name}.list.tsx`],
    ['src/pages/Alumni.astro', `src/pages/${title}.astro`],
  ] as const;
  return {
    files: {
      ...Object.fromEntries(files.map(([from, to]) => [to, renamed(read(join(EXAMPLE, from)))])),
      [`scripts/content-service/content/${name}.yaml`]: `- _id: first\n  name: The first\n  story: What there is to say of it.\n  leftOn: 2026-11-21\n`,
    },
    lines: [
      { path: 'src/collections/registry.ts', before: nextInRegistry(name), line: `export { ${name} } from './${name}.ts';` },
      {
        path: 'tests/unit/service/entities.test.ts',
        before: "  onlineRegistration: { title: 'T' },",
        line: `  ${name}: { name: 'T' },`,
      },
      { path: 'scripts/content-service/example.mjs', before: "  highlight: 'highlight',", line: `  ${name}: '${name}',` },
      {
        path: 'tests/contract/client.test.ts',
        before: "  onlineRegistration: '/api",
        line: `  ${name}: '/api/${name}/HTSJ',`,
      },
    ],
  };
}

/** Puts a line before a text, or at the end; null: the text does not stand there. */
function withLine(text: string, before: string, line: string): string | null {
  const at = before === '' ? text.length : text.indexOf(before);
  return at < 0 ? null : `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

function write({ files, lines }: Plan): Result<null> {
  const taken = Object.keys(files).find((path) => existsSync(join(ROOT, path)));
  if (taken !== undefined) return fail('taken', `${taken} is there already: choose another name.`);
  const changed = lines.map(({ path, before, line }) => ({ path, text: withLine(read(path), before, line) }));
  for (const { path, text } of changed)
    if (text === null)
      return fail('changed', `${path} has no longer the line before which this one belongs. Nothing was written.`);
  for (const [path, text] of [...Object.entries(files), ...changed.map(({ path, text }) => [path, text ?? ''] as const)]) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    print(path);
  }
  return succeed(null);
}

/** What is made of the code, by programs that read it anew. */
const DERIVED = [
  ['scripts/hosting.ts', 'netlify.toml'],
  ['scripts/content-service/writeApi.ts', 'scripts/content-service/API.md', 'scripts/content-service/openapi.json'],
] as const;

const description = {
  name: 'new',
  summary: 'Makes the files that a new page or collection needs, in their places.',
  positionals: [
    { name: 'page|collection', help: 'What to make.', required: true },
    {
      name: 'NAME',
      help: 'Of a page as in its address, such as Library; of a collection as in the content service, such as clubs.',
      required: true,
    },
  ],
} as const;

await runTool(description, async ({ positionals: [kind = '', name = ''] }) => {
  if (kind !== 'page' && kind !== 'collection') return fail('usage', `Make a "page" or a "collection", not "${kind}".`);
  const isPage = kind === 'page';
  if (!(isPage ? /^[A-Z][A-Za-z0-9]{1,40}$/ : /^[a-z][A-Za-z0-9]{1,40}$/).test(name))
    return fail(
      'usage',
      `NAME of a ${kind} is letters and digits that begin with a ${isPage ? 'capital' : 'small letter'}, not "${name}".`,
    );
  if (!isPage && isReserved(name)) return fail('usage', `"${name}" is a word of TypeScript: choose another name.`);
  // Home's file is `index.html`.
  const taken = [...ROUTES, '/index'].find((route) => route.toLowerCase() === `/${name}`.toLowerCase());
  if (taken !== undefined) return fail('taken', `There is a page ${taken} already: choose another name.`);
  const written = write(isPage ? page(name) : collection(name));
  if (!written.ok) return written;
  for (const [program, ...made] of DERIVED) {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, program)], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) return fail('derived', `${made.join(' and ')} could not be written: ${stderr.trim()}`);
    for (const path of made) print(path);
  }
  print(
    isPage
      ? 'Its place in the menu: src/content/menu.yaml.'
      : 'Its place in the menu: src/content/menu.yaml. Its fields: src/service/schemas.',
  );
  return succeed(null);
});
