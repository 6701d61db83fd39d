/** The project's commands as processes, in a copy of the project that reads a small school. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { COLLECTION_NAMES } from '../../src/collections/index.ts';
import { type FakeContentService, startFakeContentService } from './fakeContentService.ts';
import { copyProject } from './project.ts';

const EMPTY = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, []]));

export const ONE_LINE = /^[^\n]+\n$/;

/** The commands, their copy of the project and their school, for the tests of one file. */
export function copiedCommands() {
  const project = copyProject();
  let school: FakeContentService;
  let env: Record<string, string | undefined> = {};

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

  /** Starts a command as npm does. */
  const start = (command: string, ...args: string[]) =>
    spawn(process.execPath, [join(project.folder, 'scripts/run.mjs'), command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    project,
    get school() {
      return school;
    },
    /** Environment of the commands; reset before each test. */
    get env() {
      return env;
    },
    start,
    /** What a command wrote and its exit status, once it has ended. */
    async run(command: string, ...args: string[]) {
      const child = start(command, ...args);
      const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      return { out, errors, status };
    },
  };
}
