/** The project's commands as processes, in a copy of the project that reads a small school. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { COLLECTION_NAMES } from '../../src/collections/index.ts';
import { type FakeContentService, startFakeContentService } from './fakeContentService.ts';
import { copyProject, type Project } from './project.ts';

const EMPTY = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, []]));

export const ONE_LINE = /^[^\n]+\n$/;

export interface Commands {
  readonly project: Project;
  readonly school: FakeContentService;
  /** Environment of the commands; reset before each test. */
  readonly env: Record<string, string | undefined>;
  /** Starts a command as npm does. */
  start(command: string, ...args: string[]): ChildProcessByStdio<null, Readable, Readable>;
  /** What a command wrote and its exit status, once it has ended. */
  run(command: string, ...args: string[]): Promise<{ out: string; errors: string; status: number | null }>;
}

/** The commands, their copy of the project and their school, for the tests of one file. */
export function copiedCommands(): Commands {
  const project = copyProject();
  let school: FakeContentService;
  let env: Commands['env'] = {};

  beforeAll(async () => {
    school = await startFakeContentService({ ...EMPTY, news: [{ _id: 'n1', title: 'First news', fromDate: '2026-11-20' }] });
  });
  beforeEach(() => {
    env = { ...project.env, CONTENT_SERVICE_URL: school.url };
  });
  afterAll(async () => {
    await school.close();
    project.remove();
  });

  const start: Commands['start'] = (command, ...args) =>
    spawn(process.execPath, [join(project.folder, 'scripts/run.mjs'), command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    project,
    get school() {
      return school;
    },
    get env() {
      return env;
    },
    start,
    async run(command, ...args) {
      const child = start(command, ...args);
      const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      return { out, errors, status };
    },
  };
}
