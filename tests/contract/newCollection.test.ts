import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { ALUMNI_FILES, addAlumni, copyProject } from '../support/project.ts';

const project = copyProject();
afterAll(() => project.remove());

/** What has something for each collection names one of these types of the registry. */
const EACH = /\b(?:Collection|List|ItemList)Name\b|\bCollections\b/;

/** Paths below `src` of what is wrong in the descriptors and in what has something for each of them: nothing else can ask for more. */
function typeErrors(): string[] {
  const read = ts.getParsedCommandLineOfConfigFile(
    join(project.folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect.unreachable(String(messageText)),
    },
  );
  const source = join(project.folder, 'src/');
  const files = (read?.fileNames ?? []).filter((file) => file.startsWith(source));
  const room = join(source, 'collections/');
  const concerned = files.filter((file) => file.startsWith(room) || EACH.test(readFileSync(file, 'utf8')));
  const declarations = files.filter((file) => file.endsWith('.d.ts'));
  const program = ts.createProgram([...concerned, ...declarations], read?.options ?? {});
  expect(concerned.length).toBeGreaterThan(40);
  return concerned.flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).map(() => relative(source, file)),
  );
}

test('a collection is four files and one line: without its part in the browser it does not compile, and no other room asks for more', () => {
  expect(readdirSync(ALUMNI_FILES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toHaveLength(4);
  addAlumni(project);
  rmSync(join(project.folder, 'src/collections/alumni.list.tsx'));
  const places = typeErrors();
  expect(places).toContain('collections/alumni.ts');
  expect(places.filter((place) => !place.startsWith('collections/'))).toEqual([]);
});
