/** Changes of a school's content, one list at a time, which can be undone. */
import type { RawItem } from '../../scripts/lib/generatedItems.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import type { FakeContentService, Lists } from './fakeContentService.ts';
import { SMALL_PDF, smallPicture } from './pictures.ts';
import { schoolItem } from './schoolItems.ts';
import type { ContentStep } from './siteSteps.ts';

/** Number of items from which on a list that comes back empty is held for a day. */
export const LARGE = 10;

/** Four items of each collection. */
export function firstLists(): Lists {
  const items = (name: CollectionName, at: number) =>
    [0, 1, 2, 3].map((value) => schoolItem(name, `${name} ${value}`, at * 31 + value * 7));
  return Object.fromEntries(COLLECTION_NAMES.map((name, at) => [name, items(name, at)]));
}

/** Pictures and files that items name. */
export async function firstMedia(): Promise<Map<string, Buffer>> {
  return new Map([
    ['one.jpg', await smallPicture(1)],
    ['two & three.jpg', await smallPicture(2, 700)],
    ['ünï#çode?.jpg', await smallPicture(3)],
    ['circular.pdf', SMALL_PDF],
  ]);
}

export class SchoolChanges {
  readonly #school: FakeContentService;
  readonly #before: Lists[] = [];
  #made = 0;

  constructor(school: FakeContentService) {
    this.#school = school;
  }

  make(name: CollectionName, how: ContentStep['do'], at: number, value: number): void {
    this.#before.push(this.#school.lists);
    const items = [...(this.#school.lists[name] ?? [])];
    const place = at % Math.max(1, items.length);
    const old = items[place];
    if (how === 'empty') items.length = 0;
    else if (how === 'fill') {
      for (let more = 0; more < LARGE; more += 1) items.push(schoolItem(name, this.#newIdentity(value + more), value + more));
    } else if (how === 'create' || !old) items.splice(place, 0, schoolItem(name, this.#newIdentity(value), value));
    else if (how === 'delete') items.splice(place, 1);
    else if (how === 'reorder') items.push(...items.splice(place, 1));
    else if (how === 'repeat') items.push(old);
    else items[place] = how === 're-date' ? reDated(name, old, value) : schoolItem(name, String(old._id), value);
    this.#school.lists = { ...this.#school.lists, [name]: items };
  }

  undo(): void {
    this.#school.lists = this.#before.pop() ?? this.#school.lists;
  }

  #newIdentity(value: number): string {
    this.#made += 1;
    return ['plain-', 'Ünï code/', '../', 'a b?c#d%20', 'x'.repeat(80)][value % 5] + String(this.#made);
  }
}

function reDated(name: CollectionName, item: RawItem, value: number): RawItem {
  const { fromDate, date, sessionYear } = schoolItem(name, '', value);
  return { ...item, ...(name === 'news' ? { fromDate } : name === 'topper' ? { sessionYear } : { date }) };
}
