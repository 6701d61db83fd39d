/** The stored submissions as the school's office reads them: counted, as a table, forgotten after a time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Inbox, InboxMessage } from '../../src/desk/index.ts';
import { cvName } from '../../src/forms/fileName.ts';
import { FORMS, type FormName } from '../../src/forms/rules.ts';
import { restrictAccess } from '../../src/lib/dataDir.ts';
import { isDamage } from '../../src/lib/fileLock.ts';
import { Refusal, messageOf as reasonOf } from '../../src/lib/result.ts';

export const FORM_NAMES: readonly FormName[] = ['contact', 'suggestion', 'careers', 'certificate'];

/** Kind and type under which a form is stored; in the calls each has a label of its own. */
function stored(form: FormName): readonly [kind: string, type: string] {
  const { type } = FORMS[form];
  return type ? ['form', type] : ['tc', ''];
}

/** Messages of a page of the inbox. */
const MOST_LISTED = 50;

export interface Archive extends Inbox {
  /** `newest`: when the newest one came, ISO 8601; null when there is none. */
  counts(): { readonly form: FormName; readonly submissions: number; readonly newest: string | null }[];
  /** The files that came with a form, each with the number of its submission. */
  files(form: FormName): Iterable<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** Deletes the submissions received before a moment; how many there were. */
  forgetBefore(moment: Date): number;
  close(): void;
}

const DAMAGING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Where a formula begins in some spreadsheet, with a sign in any width and height: in a text, or in what is a cell of its own
 * where fields end with a semicolon or a tab; behind white space, what is not seen, and quotes.
 */
const BEFORE_FORMULA =
  /(?<=^|[;\t\n])(?=[[\s"\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\n]]*[%+\-=@\|⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹪﹫％＋－＝＠｜])/gv;

/** A value between quotes, never a formula. */
function cell(value: unknown): string {
  const text = (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
    .replaceAll('\r\n', '\n')
    .replace(DAMAGING, (sign) => (sign === '\n' || sign === '\t' ? sign : ''));
  const safe = text.replace(BEFORE_FORMULA, "'").replace(/^[\t\n]/, "'$&");
  return `"${safe.replaceAll('"', '""')}"`;
}

const toLine = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`;

/** Submissions that a table is made of at a time: each may be of 60 kB. */
const ROWS_AT_A_TIME = 16;

const fileIn = (dataDir: string) => join(dataDir, 'submissions.sqlite');

const refusal = (dataDir: string, error: unknown) =>
  new Refusal(`${fileIn(dataDir)} cannot be read (${reasonOf(error)}). Restore it from a backup.`);

/** An error met while the archive in `DATA_DIR` was used: one line for a person where the file is damaged. */
export const whyUnreadable = (dataDir: string, error: unknown): unknown => (isDamage(error) ? refusal(dataDir, error) : error);

/** Opens the database in `DATA_DIR`; null when nothing was ever stored there. Refuses one without tables. */
export function openArchive(dataDir: string): Archive | null {
  const path = fileIn(dataDir);
  if (!existsSync(path)) return null;
  restrictAccess(dataDir);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'files'").get() === undefined)
      throw new Refusal(`${path} holds no table of submissions. Was it copied without submissions.sqlite-wal?`);
  } catch (error) {
    database.close();
    throw error instanceof Refusal ? error : refusal(dataDir, error);
  }
  const WHERE = 'WHERE kind = ? AND type = ?';

  const formOf = (row: Readonly<Record<string, unknown>>) =>
    FORM_NAMES.find((name) => stored(name).join() === `${row.kind},${row.type}`) ?? String(row.type);

  function messageOf(row: Readonly<Record<string, unknown>>): InboxMessage {
    const fields = Object.entries(JSON.parse(String(row.fields)) as Record<string, unknown>);
    const files = database.prepare('SELECT name FROM files WHERE submission = ? ORDER BY rowid').all(Number(row.id));
    return {
      id: Number(row.id),
      form: formOf(row),
      at: Date.parse(String(row.received_at)),
      fields: Object.fromEntries(
        fields.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value ?? '')]),
      ),
      files: files.map(({ name }) => cvName(String(name))),
    };
  }

  function* csv(form: FormName): Generator<string> {
    const keys = `SELECT key FROM submissions, json_each(fields) ${WHERE.replace('type', 'submissions.type')} GROUP BY key ORDER BY min(submissions.id), min(json_each.id)`;
    const columns = database
      .prepare(keys)
      .all(...stored(form))
      .map(({ key }) => String(key));
    // Excel takes a file for UTF-8 by its first character.
    yield `\ufeff${toLine(['id', 'received', ...columns, 'files'])}`;
    const names = '(SELECT group_concat(name, char(10)) FROM files WHERE submission = submissions.id) AS files';
    const next = database.prepare(
      `SELECT id, received_at, fields, ${names} FROM submissions ${WHERE} AND id > ? ORDER BY id LIMIT ${ROWS_AT_A_TIME}`,
    );
    for (let last = 0; ; ) {
      const rows = next.all(...stored(form), last);
      if (rows.length === 0) return;
      const lines = rows.map((row) => {
        const fields = JSON.parse(String(row.fields)) as Record<string, unknown>;
        return toLine([row.id, row.received_at, ...columns.map((column) => fields[column]), row.files]);
      });
      last = Number(rows.at(-1)?.id);
      yield lines.join('');
    }
  }

  /** Deletes submissions with their files; how many there were. */
  function remove(where: string, value: string | number): number {
    database.exec('BEGIN IMMEDIATE');
    database.prepare(`DELETE FROM files WHERE submission IN (SELECT id FROM submissions WHERE ${where})`).run(value);
    const { changes } = database.prepare(`DELETE FROM submissions WHERE ${where}`).run(value);
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    return Number(changes);
  }

  return {
    counts() {
      const count = database.prepare(`SELECT count(*) AS number, max(received_at) AS newest FROM submissions ${WHERE}`);
      return FORM_NAMES.map((form) => {
        const row = count.get(...stored(form));
        return { form, submissions: Number(row?.number ?? 0), newest: row?.newest ? String(row.newest) : null };
      });
    },
    csv: (given) => {
      const form = FORM_NAMES.find((name) => name === given);
      return form ? csv(form) : null;
    },
    messages(form, before) {
      const only = FORM_NAMES.find((name) => name === form);
      const [kind, type] = only ? stored(only) : [null, null];
      const rows = database
        .prepare(`SELECT * FROM submissions WHERE (? IS NULL OR (kind = ? AND type = ?)) AND id < ? ORDER BY id DESC LIMIT ?`)
        .all(kind, kind, type, before ?? Number.MAX_SAFE_INTEGER, MOST_LISTED + 1);
      return { list: rows.slice(0, MOST_LISTED).map(messageOf), more: rows.length > MOST_LISTED };
    },
    message(id) {
      const row = database.prepare('SELECT * FROM submissions WHERE id = ?').get(id);
      return row ? messageOf(row) : null;
    },
    file(id, index) {
      const row = database
        .prepare('SELECT name, bytes FROM files WHERE submission = ? ORDER BY rowid LIMIT 1 OFFSET ?')
        .get(id, index);
      return row?.bytes instanceof Uint8Array ? { name: `${id}-${cvName(String(row.name))}`, bytes: row.bytes } : null;
    },
    remove: (id) => remove('id = ?', id) > 0,
    *files(form) {
      const join = 'JOIN submissions ON submissions.id = files.submission';
      const rows = database.prepare(
        `SELECT submission, name, bytes FROM files ${join} ${WHERE.replace('type', 'submissions.type')}`,
      );
      for (const { submission, name, bytes } of rows.iterate(...stored(form)))
        yield { name: `${submission}-${cvName(String(name))}`, bytes: bytes instanceof Uint8Array ? bytes : new Uint8Array() };
    },
    forgetBefore: (moment) => remove('received_at < ?', moment.toISOString()),
    close: () => database.close(),
  };
}
