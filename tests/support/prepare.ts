/**
 * Builds the sample site for every later part of a test run, into the folder that the first argument names, and compiles
 * the site with the other settings that tests use.
 */
import { cp } from 'node:fs/promises';
import { codeVersion } from '../../src/render/code.ts';
import { openCompiledSite } from '../../src/render/compile.ts';
import { buildSample, OTHER_SETTINGS, ROOT, settingsFor } from './rig.ts';

const [, , folder = ''] = process.argv;
const rig = await buildSample();
await cp(rig.folder, folder, { recursive: true, preserveTimestamps: true });
await rig.close();

const settings = { ...settingsFor(rig.folder), ...OTHER_SETTINGS };
const compiled = await openCompiledSite(ROOT, settings, codeVersion(ROOT, settings), () => {});
if (!compiled.ok) throw new Error(compiled.message);
