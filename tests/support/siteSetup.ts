import type { TestProject } from 'vitest/node';
import { openSample } from './rig.ts';
import type {} from './site.ts';

/** Builds the sample site once for all tests that read published files, and tells them where. Returns what takes it away. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const rig = await openSample();
  project.provide('builtSite', rig.dist);
  return () => rig.close();
}
