import { fail, succeed } from '../src/lib/result.ts';
import { LINT, runChecks } from './lib/checks.ts';
import { runTool } from './lib/command.ts';

const description = { name: 'lint', summary: 'Format, lint rules, and unused files, exports and dependencies.' } as const;

await runTool(description, async () => {
  const { failed } = await runChecks(LINT);
  return failed > 0
    ? fail('lint', `${failed} of ${LINT.length} checks failed; "npm run format" mends what it can.`)
    : succeed(null);
});
