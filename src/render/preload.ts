/**
 * What scripts load at once, by their address; for modules that are loaded later by their place in the project
 * (`/src/islands/forms/hydrate.tsx`), their own address first.
 */
export type Modules = Readonly<Record<string, readonly string[]>>;

/**
 * Links to every module that is loaded at once by scripts and by modules that a page marks by their place in the project,
 * as a development server takes it. Named in the head they come together; a browser that finds one in the other waits for
 * each anew.
 */
export function preloads(loads: readonly string[], modules: Modules): string {
  const needed = new Set(loads.flatMap((load) => modules[load] ?? []));
  return Array.from(needed, (address) => `<link rel="modulepreload" href="${address}">`).join('');
}
