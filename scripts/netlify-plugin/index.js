import { plugin } from './plugin.ts';

export const { onPreBuild, onPostBuild } = plugin();
