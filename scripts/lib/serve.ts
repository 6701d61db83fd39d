import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { parse } from 'yaml';
import { createGateway } from '../../src/gateway/index.ts';
import { type Result, succeed } from '../../src/lib/result.ts';
import { openSite } from '../../src/site/open.ts';
import { startWorker } from '../../src/worker/worker.ts';
import type { Context } from './command.ts';
import { openDeployer } from './deployer.ts';
import { progress } from './progress.ts';
import { stopSignal } from './stop-signal.ts';

/** The school's name as its words have it, for the pages that the gateway makes itself. */
async function siteName(root: string): Promise<string> {
  const { name } = parse(await readFile(join(root, 'src/content/site.yaml'), 'utf8')) as { name: string };
  return name;
}

/** Runs the worker on the settings' port until SIGTERM or SIGINT. `ready` is called with its address. */
export async function serveUntilStopped(
  { root, settings }: Context,
  contentServiceUrl: string,
  ready: (url: string) => void,
): Promise<Result<null>> {
  const log = pino();
  const site = openSite({ root, settings, contentServiceUrl, onEvent: progress(false) });
  const { contentServiceToken: token, schoolCode, siteUrl, submissionsPerMinute, trustedProxies } = settings;
  const gateway = createGateway({
    contentServiceUrl,
    token,
    schoolCode,
    siteUrl,
    siteName: await siteName(root),
    submissionsPerMinute,
    trustedProxies,
    log: (event) => log.info(event, 'gateway'),
  });
  const stopped = stopSignal();
  const deployer = await openDeployer(root, settings, site, log);
  const onPublished = () => deployer?.published();
  const worker = await startWorker({ site, settings, gateway, port: settings.port, log, onPublished });
  if (!worker.ok) {
    await site.close();
    return worker;
  }
  ready(worker.value.url);
  // What went live while no worker ran.
  deployer?.published();
  await stopped;
  await deployer?.stop();
  await worker.value.stop();
  return succeed(null);
}
