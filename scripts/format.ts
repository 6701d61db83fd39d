import { fail, succeed } from '../src/lib/result.ts';
import { runProgram } from './lib/checks.ts';
import { runTool } from './lib/command.ts';

const description = { name: 'format', summary: 'Formats every file and mends what lint rules can mend safely.' } as const;

await runTool(description, async () => {
  const { isPassed } = await runProgram('biome', ['check', '--write', '.'], 'inherit');
  return isPassed ? succeed(null) : fail('lint', 'Some findings need a person: see above.');
});
