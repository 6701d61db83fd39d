import { join, resolve } from 'node:path';
import { type DeployOptions, type DeployPlan, deploy, describePlan, openTarget, plannedDeploy } from '../src/deploy/index.ts';
import type { Engine } from '../src/engine/index.ts';
import { fail, type Result, succeed } from '../src/lib/result.ts';
import { openWithdrawals } from '../src/media/withdrawals.ts';
import { cacheDirOf, print, runCommand } from './lib/command.ts';
import { addressesOf, tellDeploy } from './lib/deployer.ts';
import { openReleases } from './lib/releases.ts';

const NAMED_FILES = 20;

function forMachines({ release, files, changed, removed, bytes }: DeployPlan): string {
  return JSON.stringify({ release, files: files.size, bytes, changed: changed.map(({ path }) => path), removed });
}

function forPeople(plan: DeployPlan): string {
  const paths = [
    ...plan.changed.map(({ path, size }) => `  ${path} (${size} bytes)`),
    ...plan.removed.map((path) => `  removed: ${path}`),
  ];
  const more = paths.length > NAMED_FILES ? [`  ... and ${paths.length - NAMED_FILES} more; --json names them all.`] : [];
  return [describePlan(plan), ...paths.slice(0, NAMED_FILES), ...more].join('\n');
}

/** Where machines take turns, this one's lasts until everything is there. */
async function deployInTurn(how: DeployOptions & { readonly engine: Engine }, inTurn: boolean): Promise<Result<DeployPlan>> {
  const whole = await how.engine.repair();
  if (!whole.ok || !inTurn) return whole.ok ? deploy(how) : whole;
  const turn = await how.engine.lock('deploy');
  if (!turn.ok) return turn;
  try {
    // Reading the list also notices what another machine has published since.
    how.engine.releases();
    return await deploy(how);
  } finally {
    await turn.value.release();
  }
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
  const engine = openReleases(command);
  const { siteUrl } = command.settings;
  const target = openTarget(settings, { cacheDir, distDir: join(command.root, 'dist'), siteUrl, onLine: tellDeploy });
  const list = openWithdrawals(resolve(command.root, command.settings.dataDir));
  const how = {
    engine,
    cacheDir,
    target,
    isImmediate: values['remove-unneeded'] ?? false,
    isOrdered: command.settings.state !== null,
    withdrawn: async () => addressesOf(list.read().list),
  };
  const done = values['dry-run'] ? await plannedDeploy(how) : await deployInTurn(how, command.settings.state !== null);
  if (!done.ok) return done;
  print(values.json ? forMachines(done.value) : forPeople(done.value));
  return succeed(null);
});
