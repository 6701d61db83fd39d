/** Compiles the site, also for the other settings of tests, and makes the sample's pictures: every later test run takes them over. */
import { codeVersion } from '../../src/render/code.ts';
import { openCompiledSite } from '../../src/render/compile.ts';
import { OTHER_SETTINGS, openSample, ROOT, settingsFor } from './rig.ts';

const rig = await openSample();
await rig.close();

const settings = { ...settingsFor(rig.folder), ...OTHER_SETTINGS };
const compiled = await openCompiledSite(ROOT, settings, codeVersion(ROOT, settings), () => {});
if (!compiled.ok) throw new Error(compiled.message);
