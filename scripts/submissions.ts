/** `npm run submissions`: what the embedded content service has stored of the site's forms. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { momentsIn } from '../src/lib/dates.ts';
import { fail, type Result, succeed } from '../src/lib/result.ts';
import { type Archive, FORM_NAMES, openArchive, whyUnreadable } from './content-service/archive.ts';
import { print, runCommand } from './lib/command.ts';

const description = {
  name: 'submissions',
  summary: 'How many submissions of each form the embedded content service has stored.',
  options: {
    csv: { type: 'string', value: 'FORM', help: `Print a form as CSV: ${FORM_NAMES.join(', ')}.` },
    files: { type: 'string', value: 'FOLDER', help: 'With --csv: write the files that came with the form into a folder.' },
    forget: { type: 'string', value: 'DAYS', help: 'Delete what was received more than so many days ago.' },
    json: { type: 'boolean', help: 'Print JSON and nothing else.' },
  },
} as const;

const DAY = 86_400_000;
async function printForm(archive: Archive, given: string, folder: string | null): Promise<Result<null>> {
  const form = FORM_NAMES.find((name) => name === given);
  const csv = archive.csv(given);
  if (!form || csv === null) return fail('unknown-form', `There is no form "${given}". The forms are ${FORM_NAMES.join(', ')}.`);
  for (const part of csv) if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  if (folder === null) return succeed(null);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { name, bytes } of archive.files(form)) await writeFile(join(folder, name), bytes, { mode: 0o600 });
  return succeed(null);
}

function forget(archive: Archive, given: string): Result<null> {
  const days = Number(given);
  if (!/^[1-9]\d{0,4}$/.test(given))
    return fail(
      'bad-days',
      `--forget must be a whole number of days from 1 on, not "${given}": 0 would delete every submission.`,
    );
  const forgotten = archive.forgetBefore(new Date(Date.now() - days * DAY));
  print(`${forgotten} submissions older than ${days} days were deleted.`);
  return succeed(null);
}

await runCommand(description, async ({ root, settings, values }) => {
  if (values.files !== undefined && values.csv === undefined)
    return fail('no-form', '--files writes the files of one form: name it as well, as in --csv careers --files FOLDER.');
  const dataDir = resolve(root, settings.dataDir);
  const archive = openArchive(dataDir);
  try {
    if (settings.contentServiceUrl !== null && !archive?.counts().some(({ submissions }) => submissions > 0))
      return fail(
        'elsewhere',
        `What visitors send is kept by the content service at ${settings.contentServiceUrl}, and not here.`,
      );
    if (!archive) return fail('nothing-stored', `No submission has been stored in ${dataDir}.`);
    if (values.forget !== undefined) return forget(archive, values.forget);
    if (values.csv !== undefined) return await printForm(archive, values.csv, values.files ? resolve(values.files) : null);
    const counts = archive.counts();
    const moment = momentsIn(settings.timeZone);
    if (values.json) print(JSON.stringify(counts));
    else
      for (const { form, submissions, newest } of counts)
        print(`${form.padEnd(12)} ${submissions}${newest ? `, newest ${moment(Date.parse(newest))}` : ''}`);
    return succeed(null);
  } catch (error) {
    throw whyUnreadable(dataDir, error);
  } finally {
    archive?.close();
  }
});
