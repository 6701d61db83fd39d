/** Items of every collection as the content service answers them, for the benchmark and the tests. */
import type { CollectionName } from '../../src/collections/index.ts';

/** An item as the service answers it. */
export type RawItem = Readonly<Record<string, unknown>>;

/** The values of one item's fields; each call may give another one. */
export interface ItemValues {
  title(): string;
  description(): string;
  /** HTML of a leader's message. */
  message(): string;
  /** A person, a place, a category: a few words. */
  label(): string;
  date(): unknown;
  time(): string;
  picture(): unknown;
  pictures(): readonly unknown[];
  photos(): readonly unknown[];
  files(): readonly unknown[];
  albumCategory(): string;
  videoLink(): string;
  link(): string;
  session(): string;
  class(): unknown;
  division(): unknown;
}

type Fields = (values: ItemValues) => RawItem;

const FIELDS: Readonly<Partial<Record<CollectionName, Fields>>> = {
  news: (of) => ({
    title: of.title(),
    description: of.description(),
    fromDate: of.date(),
    image: of.picture(),
    attachments: of.files(),
  }),
  events: (of) => ({
    title: of.title(),
    description: of.description(),
    venue: of.label(),
    date: of.date(),
    time: of.time(),
    images: of.pictures(),
    attachments: of.files(),
  }),
  gallery: (of) => ({
    title: of.title(),
    category: of.albumCategory(),
    date: of.date(),
    description: of.description(),
    attachments: of.photos(),
  }),
  video: (of) => ({ title: of.title(), date: of.date(), videoUrl: of.videoLink() }),
  topper: (of) => ({
    name: of.label(),
    stream: of.label(),
    division: of.division(),
    sessionYear: of.session(),
    class: of.class(),
    attachments: of.pictures(),
  }),
  principalMessage: (of) => ({
    name: of.label(),
    category: of.label(),
    message: of.message(),
    attachments: of.pictures(),
  }),
  highlight: (of) => ({ title: of.title(), attachments: of.files() }),
  notification: (of) => ({ title: of.title(), desc: of.description(), image: of.pictures(), attachments: of.files() }),
  academicCalender: (of) => ({ title: of.title(), date: of.date(), attachments: of.files() }),
  onlineRegistration: (of) => ({ title: of.title(), url: of.link(), attachments: of.files() }),
};

/** The fields of a collection that has none of its own above: what most items of the service have. */
const COMMON: Fields = (of) => ({
  name: of.label(),
  title: of.title(),
  description: of.description(),
  date: of.date(),
  image: of.picture(),
  attachments: of.files(),
});

/** One item of a collection. */
export function generateItem(collection: CollectionName, id: string, values: ItemValues): RawItem {
  return { _id: id, ...(FIELDS[collection] ?? COMMON)(values) };
}
