import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../src/lib/result.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { runCommand } from './lib/command.ts';
import { takeSheet } from './lib/sheet.ts';
import { serveFolder } from './lib/staticServer.ts';

const description = {
  name: 'contact-sheet',
  summary:
    'A picture of every route at 360, 768 and 1366 px in light and dark colours, in .contact-sheet/. ' +
    'Fails when a page scrolls sideways.',
  options: { base: { type: 'string', value: 'URL', help: 'Take them from a running site instead of dist/.' } },
  positionals: [{ name: 'ROUTE', help: 'Only these routes, such as /News.', many: true }],
} as const;

await runCommand(description, async ({ root, values, positionals }) => {
  const dist = join(root, 'dist');
  const unknown = positionals.find((route) => !/^\/[\w~/-]*$/.test(route));
  if (unknown !== undefined) return fail('usage', `ROUTE must be an address of the site such as /News, not "${unknown}".`);
  if (values.base === undefined && !existsSync(join(dist, 'index.html'))) {
    return fail(
      'no-site',
      'There is nothing in dist/ to take pictures of. Run "npm run build" first, or name a running site with --base.',
    );
  }
  const served = values.base === undefined ? await serveFolder(dist) : null;
  const base = served?.url ?? values.base?.replace(/\/$/, '') ?? '';
  const routes = positionals.length > 0 ? positionals : [...ROUTES, '/404'];
  try {
    const statuses = await Promise.all(
      routes.map((route) =>
        fetch(base + route).then(
          ({ status }) => status,
          () => null,
        ),
      ),
    );
    if (statuses.includes(null)) return fail('no-site', `${base} cannot be reached.`);
    const missing = routes.find((route, at) => statuses[at] === 404 && route !== '/404');
    if (missing !== undefined) return fail('usage', `There is no page ${missing} at ${base}.`);
    return await takeSheet({ base, routes, folder: join(root, '.contact-sheet') });
  } finally {
    await served?.close();
  }
});
