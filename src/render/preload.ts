/**
 * What scripts load at once, by their address; for modules that are loaded later by their place in the project
 * (`/src/islands/forms/hydrate.tsx`), their own address first.
 */
export type Modules = Readonly<Record<string, readonly string[]>>;

const MODULES = /<link rel="modulepreload" href="([^"]+)">|<script type="module" src="([^"]+)">/g;

/**
 * Names in the head every module that a document's scripts load at once, and those that it marks itself by their place
 * in the project, as a development server takes it. They then come together; a browser that finds one in the other
 * waits for each anew.
 */
export function namePreloads(html: string, modules: Modules): string {
  const needed = new Set<string>();
  const unmarked = html.replace(MODULES, (found: string, place: string | undefined, script: string) => {
    for (const address of modules[place ?? script] ?? []) needed.add(address);
    return place === undefined ? found : '';
  });
  const links = [...needed].map((address) => `<link rel="modulepreload" href="${address}">`);
  return unmarked.replace('</head>', `${links.join('')}</head>`);
}
