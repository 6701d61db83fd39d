import { fail, succeed } from '../src/lib/result.ts';
import { describePlan, planDeploy } from '../src/targets/deploy.ts';
import type { DeployPlan } from '../src/targets/ledger.ts';
import { print, runCommand } from './lib/command.ts';
import { deployNewest, openDeployTools } from './lib/deployer.ts';

/** Files that are named when they were handed over; a dry run names all. */
const NAMED_FILES = 20;

function forMachines({ release, files, changed, removed, bytes }: DeployPlan): string {
  return JSON.stringify({ release, files: files.size, bytes, changed: changed.map(({ path }) => path), removed });
}

function forPeople(plan: DeployPlan, isDone: boolean): string {
  const paths = [
    ...plan.changed.map(({ path, size }) => `  ${path} (${size} bytes)`),
    ...plan.removed.map((path) => `  removed: ${path}`),
  ];
  const named = isDone ? paths.slice(0, NAMED_FILES) : paths;
  const more = named.length < paths.length ? [`  ... and ${paths.length - named.length} more; --json names them all.`] : [];
  return [describePlan(plan, isDone), ...named, ...more].join('\n');
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
    all: { type: 'boolean', help: 'Hand over every file, as after somebody else has changed what the host shows.' },
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
  const tools = openDeployTools(command, settings, {
    isImmediate: values['remove-unneeded'] ?? false,
    ...(values.all && { isWhole: 'all' }),
  });
  const done = values['dry-run'] ? await planDeploy(tools.options) : await deployNewest(tools);
  if (!done.ok) return done;
  print(values.json ? forMachines(done.value) : forPeople(done.value, !values['dry-run']));
  return succeed(null);
});
