import { openSample, serveRig } from './rig.ts';

/** Builds the sample site and serves it by the worker; environment variables tell the tests where. Returns the teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  const rig = await openSample();
  const worker = await serveRig(rig);
  process.env.SITE_UNDER_TEST = worker.url;
  process.env.SERVICE_UNDER_TEST = rig.service.url;
  process.env.DIST_UNDER_TEST = rig.dist;
  return async () => {
    await worker.stop();
    await rig.close();
  };
}
