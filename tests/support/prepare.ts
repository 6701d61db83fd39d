/**
 * Builds the sample site for every later part of a test run, into the folder that the first argument names, and compiles
 * the site with the other settings that tests use.
 */
import { cp } from 'node:fs/promises';
import { buildSample, compiledSite, OTHER_SETTINGS, settingsFor } from './rig.ts';

const [, , folder = ''] = process.argv;
const rig = await buildSample();
await cp(rig.folder, folder, { recursive: true, preserveTimestamps: true });
await rig.close();

await compiledSite({ ...settingsFor(rig.folder), ...OTHER_SETTINGS });
