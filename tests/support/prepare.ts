/** Compiles the site and makes the sample's pictures, which every later test run takes over. */
import { openSample } from './rig.ts';

const rig = await openSample();
await rig.close();
