import type { Inbox } from '../../src/desk/index.ts';
import { type Archive, FORM_NAMES, openArchive, whyUnreadable } from '../content-service/archive.ts';

/** The inbox of the embedded content service with this `DATA_DIR`, where something may be stored at any time. */
export function openInbox(dataDir: string): Inbox {
  function use<Value>(work: (archive: Archive) => Value, nothing: Value): Value {
    const archive = openArchive(dataDir);
    if (!archive) return nothing;
    try {
      return work(archive);
    } catch (error) {
      throw whyUnreadable(dataDir, error);
    } finally {
      archive.close();
    }
  }
  function* lines(form: string): Generator<string> {
    const archive = openArchive(dataDir);
    try {
      yield* archive?.csv(form) ?? [];
    } finally {
      archive?.close();
    }
  }
  return {
    counts: () =>
      use<ReturnType<Inbox['counts']>>(
        (archive) => archive.counts(),
        FORM_NAMES.map((form) => ({ form, submissions: 0 })),
      ),
    messages: (form, before) =>
      use<ReturnType<Inbox['messages']>>((archive) => archive.messages(form, before), { list: [], more: false }),
    message: (id) => use((archive) => archive.message(id), null),
    file: (id, index) => use((archive) => archive.file(id, index), null),
    csv: (form) => use((archive) => archive.csv(form), null) && lines(form),
    remove: (id) => use((archive) => archive.remove(id), false),
  };
}
