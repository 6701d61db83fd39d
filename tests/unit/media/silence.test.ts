import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/media/transform.ts', import.meta.url).href;
const DRAW = `
  const { transformSvg } = await import('${MODULE}');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><rect width="9" height="9"/></svg>';
  process.stdout.write(JSON.stringify(await transformSvg(Buffer.from(svg))));
`;

test('what a library says of a drawing reaches no terminal', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', DRAW], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toHaveProperty('ok');
});
