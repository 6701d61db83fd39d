/** What the steps of the property test do to a site's items and files. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Step } from './engineSteps.ts';
import type { Item } from './memoryAnswers.ts';
import { readTree } from './trees.ts';

const DAYS = ['2026-11-20', '2026-11-01', '2026-03-09', '2025-12-31', '2025-03-01', null];
const PICTURES = ['one', 'two', 'three', null];

/** A change of one item. */
export interface ItemStep {
  readonly do: Extract<Step, { name: unknown; at: unknown }>['do'];
  readonly at: number;
  readonly value: number;
}

/** The items after a step; `newId` names one that is created. */
export function changedItems(before: readonly Item[], step: ItemStep, newId: () => string): readonly Item[] {
  const items = [...before];
  const at = step.at % Math.max(1, items.length);
  const old = items[at];
  const day = DAYS[step.value % DAYS.length] ?? null;
  const picture = PICTURES[step.value % PICTURES.length] ?? null;
  if (step.do === 'create')
    items.splice(at, 0, { id: newId(), title: `Title ${step.value}`, body: `Body ${step.value}`, day, picture });
  else if (!old) return before;
  else if (step.do === 'delete') items.splice(at, 1);
  else if (step.do === 'reorder') items.push(...items.splice(at, 1));
  else items[at] = edited(old, step.do, step.value, day, picture);
  return items;
}

function edited(old: Item, how: ItemStep['do'], value: number, day: string | null, picture: string | null): Item {
  if (how === 're-date') return { ...old, day };
  if (how === 're-picture') return { ...old, picture };
  return value % 2 ? { ...old, body: `Body ${value}` } : { ...old, title: `Title ${value}` };
}

export type Damage = 'damage-store' | 'damage-database' | 'tamper';

/** Removes, cuts, alters or replaces one file of a folder, chosen by `at`; `value` says how. False: there is none. */
export function damageOne(dir: string, what: Damage, at: number, value: number): boolean {
  const names = [...readTree(dir).keys()].filter((path) => what !== 'damage-database' || path === 'site.db');
  const path = names[at % Math.max(1, names.length)];
  if (!path) return false;
  const file = join(dir, path);
  const bytes = readFileSync(file);
  if (value % 4 === 0) rmSync(file);
  else if (value % 4 === 1) writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
  // SQLite keeps no checksums: of its own pages only what is missing or alien shows.
  else if (value % 4 === 2 && what !== 'damage-database')
    writeFileSync(
      file,
      bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)),
    );
  else if (what === 'tamper') placeForeign(dir, at);
  else writeFileSync(file, 'alien');
  return true;
}

/** Puts something into a published tree that does not belong there: a file, a folder, or a folder where a file belongs. */
function placeForeign(dir: string, at: number): void {
  const path = ['foreign.txt', 'News/deep/er/foreign.html', 'Albums/x', 'About.html/inside'][at % 4] ?? '';
  if (at % 4 === 3) rmSync(join(dir, 'About.html'), { recursive: true, force: true });
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), 'foreign');
}
