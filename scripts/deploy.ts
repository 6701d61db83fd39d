import { join, resolve } from 'node:path';
import { fail, type Result, succeed } from '../src/lib/result.ts';
import { openWithdrawals } from '../src/media/withdrawals.ts';
import { newestOf } from '../src/site/siteLock.ts';
import { type DeployOptions, type DeployPlan, deploy, describePlan, openTarget, plannedDeploy } from '../src/targets/index.ts';
import { cacheDirOf, print, runCommand, tell } from './lib/command.ts';
import { addressesOf, tellDeploy } from './lib/deployer.ts';
import { openReleaseTools, type ReleaseTools } from './lib/releases.ts';

const NAMED_FILES = 20;

function forMachines({ release, files, changed, removed, bytes }: DeployPlan): string {
  return JSON.stringify({ release, files: files.size, bytes, changed: changed.map(({ path }) => path), removed });
}

function forPeople(plan: DeployPlan, isDone: boolean): string {
  const paths = [
    ...plan.changed.map(({ path, size }) => `  ${path} (${size} bytes)`),
    ...plan.removed.map((path) => `  removed: ${path}`),
  ];
  const more = paths.length > NAMED_FILES ? [`  ... and ${paths.length - NAMED_FILES} more; --json names them all.`] : [];
  return [describePlan(plan, isDone), ...paths.slice(0, NAMED_FILES), ...more].join('\n');
}

/** What machines share is taken in first: nobody puts an older release over a newer one. */
async function deployNewest({ engine, siteLock }: ReleaseTools, how: DeployOptions): Promise<Result<DeployPlan>> {
  const whole = await siteLock.run('deploy', (lock) => engine.repair(lock));
  return whole.ok ? deploy(how) : whole;
}

const description = {
  name: 'deploy',
  summary: 'Hands the live release to the host of DEPLOY_TARGET, once. Only differences travel.',
  options: {
    'dry-run': { type: 'boolean', help: 'Only say what would be handed over.' },
    'remove-unneeded': {
      type: 'boolean',
      help: 'With s3: remove at once the files that no page needs, not after seven days.',
    },
    json: { type: 'boolean', help: 'Print JSON and nothing else.' },
  },
} as const;

await runCommand(description, async (command) => {
  const { values } = command;
  const { deploy: settings } = command.settings;
  if (!settings)
    return fail(
      'not-set',
      'DEPLOY_TARGET is not set: set it to "netlify", "s3", "folder" or "command", with what that needs (.env.example).',
    );
  const cacheDir = cacheDirOf(command);
  const tools = openReleaseTools(command);
  const { engine } = tools;
  const { siteUrl } = command.settings;
  const target = openTarget(settings, { cacheDir, distDir: join(command.root, 'dist'), siteUrl, onLine: tellDeploy });
  const list = openWithdrawals(resolve(command.root, command.settings.dataDir));
  const newest = newestOf(command.settings);
  const how = {
    engine,
    cacheDir,
    target,
    onRetry: tell,
    isImmediate: values['remove-unneeded'] ?? false,
    ...(newest && { newest }),
    withdrawn: async () => addressesOf(list.read().list),
  };
  const done = values['dry-run'] ? await plannedDeploy(how) : await deployNewest(tools, how);
  if (!done.ok) return done;
  print(values.json ? forMachines(done.value) : forPeople(done.value, !values['dry-run']));
  return succeed(null);
});
