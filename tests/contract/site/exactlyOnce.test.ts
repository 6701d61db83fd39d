import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/lib/random.ts';
import { APPLICATION, CONTACT, pdf } from '../../support/gateway.ts';
import { copyProject } from '../../support/project.ts';

const { folder: project, env: own, remove } = copyProject();
const contentFolder = join(project, 'empty');
const serviceData = join(project, 'service');
const database = join(serviceData, 'submissions.sqlite');

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

/** One of the project's commands as a process of its own, once it has told its address. */
async function start(command: string, env: Record<string, string>, told: RegExp): Promise<Running> {
  const child = spawn(process.execPath, [join(project, `scripts/${command}.ts`)], {
    // What a killed worker has of an upload goes with the project.
    env: { ...own, TMPDIR: project, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const hear = (part: Buffer) => {
      said += part.toString();
      const [, address] = told.exec(said) ?? [];
      if (address) resolve(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`${command} ended before it told its address:\n${said}`)));
  });
  return { url, child };
}

const startService = (port: string) =>
  start(
    'content-service',
    { CONTENT_FOLDER: contentFolder, DATA_DIR: serviceData, CONTENT_SERVICE_PORT: port },
    /listening on (\S+)/,
  );
const startWorker = () =>
  start(
    'serve',
    {
      CONTENT_SERVICE_URL: service.url,
      PORT: '0',
      SUBMISSIONS_PER_MINUTE: '0',
    },
    /"url":"([^"]+)".*"serving"/,
  );
const portOf = ({ url }: Running) => new URL(url).port;

async function kill({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

let service: Running;
let worker: Running;
beforeAll(async () => {
  mkdirSync(contentFolder);
  service = await startService('0');
  worker = await startWorker();
});
afterAll(async () => {
  await Promise.all([service, worker].filter(Boolean).map(kill));
  remove();
});

const CV = 300_000;
const CV_DIGEST = hash('sha256', new Uint8Array(await pdf(CV).arrayBuffer()));

/** A contact form, or every third time an application, that carries the name it is known by. */
function submission(name: string, number: number): [path: string, init: RequestInit] {
  if (number % 3 > 0) {
    const headers = { 'content-type': 'application/json' };
    return ['/api/form/HTSJ/abc', { method: 'POST', headers, body: JSON.stringify({ ...CONTACT, name }) }];
  }
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...APPLICATION, name })) body.append(field, value);
  body.append('attachments', pdf(CV));
  return ['/api/form/HTSJ/XYZ', { method: 'POST', headers: { accept: 'application/json' }, body }];
}

const LINES = 6;
const EACH = 12;

/** Sends forms on several lines, one after another on each; `strike` runs as the `moment`th sets out. Answers the names of those told of a success. */
async function send(round: string, moment: number, strike: () => Promise<void>): Promise<string[]> {
  const told: string[] = [];
  let sent = 0;
  let struck: Promise<void> | undefined;
  const line = async (number: number) => {
    for (let at = 0; at < EACH; at += 1) {
      const name = `${round} ${number} ${at}`;
      const [path, init] = submission(name, number + at);
      const answer = fetch(worker.url + path, init).catch(() => null);
      sent += 1;
      if (sent === moment) struck = strike();
      if ((await answer)?.ok) told.push(name);
    }
  };
  await Promise.all(Array.from({ length: LINES }, (_, number) => line(number)));
  await struck;
  return told;
}

interface Stored {
  readonly name: string;
  /** All of its fields and, of an application, all bytes of its one file. */
  readonly whole: boolean;
}

function stored(): Stored[] {
  const open = new DatabaseSync(database, { readOnly: true });
  const files = open.prepare('SELECT bytes FROM files WHERE submission = ?');
  const rows = open.prepare('SELECT id, type, fields FROM submissions').all();
  const found = rows.map(({ id, type, fields }) => {
    const { name, ...rest } = JSON.parse(String(fields)) as Record<string, string>;
    const digests = files.all(Number(id)).map(({ bytes }) => hash('sha256', bytes as Uint8Array));
    const { name: _, ...expected } = type === 'XYZ' ? APPLICATION : CONTACT;
    const whole = JSON.stringify(rest) === JSON.stringify(expected) && digests.join() === (type === 'XYZ' ? CV_DIGEST : '');
    return { name: String(name), whole };
  });
  open.close();
  return found;
}

/** Draws the moments of the kills; `TEST_SEED` sets another. */
const SEED = Number(process.env.TEST_SEED ?? 28);
const ROUNDS = ['worker', 'service', 'both'] as const;

test('what was answered with success is stored exactly once and whole, whenever worker and service are killed', async () => {
  const told: string[] = [];
  const moments = [`TEST_SEED=${SEED}`];
  const { next } = randomFrom(SEED);
  for (const [number, victim] of ROUNDS.entries()) {
    const moment = 5 + Math.floor(next() * (LINES * EACH - 15));
    moments.push(`${victim} at ${moment}`);
    told.push(
      ...(await send(`round ${number}`, moment, async () => {
        if (victim !== 'service') await kill(worker);
        if (victim !== 'worker') await kill(service);
      })),
    );
    if (victim !== 'worker') service = await startService(portOf(service));
    if (victim !== 'service') worker = await startWorker();
  }
  const last = await send('last', 0, async () => {});
  expect(last).toHaveLength(LINES * EACH);
  told.push(...last);

  const found = stored();
  const times = Map.groupBy(found, ({ name }) => name);
  const why = moments.join(', ');
  expect(
    found.filter(({ whole }) => !whole),
    why,
  ).toEqual([]);
  expect(
    [...times].filter(([, all]) => all.length > 1),
    why,
  ).toEqual([]);
  expect(
    told.filter((name) => !times.has(name)),
    why,
  ).toEqual([]);
  expect(told.length, why).toBeLessThan((ROUNDS.length + 1) * LINES * EACH);
});
