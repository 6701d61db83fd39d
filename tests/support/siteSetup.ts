import type { TestProject } from 'vitest/node';
import { openSample } from './rig.ts';
import type {} from './site.ts';

/** Builds the sample site once for all tests that read published files, and provides its folder to them. Returns the teardown. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const rig = await openSample();
  project.provide('builtSite', rig.dist);
  return () => rig.close();
}
