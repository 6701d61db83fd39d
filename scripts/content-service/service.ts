import { basename, dirname, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { listen } from '../lib/listen.ts';
import { createApp } from './app.ts';
import { openLibrary, SETTLING } from './library.ts';
import { openSubmissions } from './submissions.ts';
import { watchFolders } from './watch.ts';
import { openWebhook, type WebhookTarget } from './webhook.ts';

export interface ContentServiceOptions {
  /** The folder of content files, pictures and PDFs. */
  readonly folder: string;
  /** Start also while the folder is not there, as before a disk is mounted: until it is, nothing is known of what it holds. */
  readonly mayBeAway?: boolean;
  /** Where the submissions are kept; made when missing. */
  readonly dataDir: string;
  /** 0: a free one. */
  readonly port: number;
  /** Bearer token of the auth calls; null leaves them open. */
  readonly token: string | null;
  readonly schoolCode: string;
  /** Told of changed collections. */
  readonly webhook?: WebhookTarget | undefined;
  /** One line for a person, without a time. */
  readonly log?: ((message: string) => void) | undefined;
}

export type ContentService = Awaited<ReturnType<typeof startContentService>>;

/**
 * Starts the embedded content service: every call of the specification's section 7, from a folder of files. Throws when
 * the folder is missing and may not be away, the database cannot be opened or the port is taken.
 */
export async function startContentService(options: ContentServiceOptions) {
  const { dataDir, schoolCode, token, log = () => undefined } = options;
  const library = await openLibrary(resolve(options.folder), log, options.mayBeAway);
  const submissions = openSubmissions(dataDir, log);
  // The program around it, such as `astro dev`, keeps the platform's own classes of requests and answers.
  const { fetch } = createApp({ schoolCode, token, library, submissions, log });
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const server = await listen(listener, options.port).catch((error: unknown) => {
    submissions.close();
    throw error;
  });

  const webhook = options.webhook ? openWebhook(options.webhook, log) : null;
  let looking = Promise.resolve();
  const look = (): void => {
    looking = looking.then(async () => {
      const { collections, media } = await library.refresh().catch((error: unknown) => {
        log(`The content folder could not be looked at (${String(error)}); the last good content stays.`);
        return { collections: [], media: [] };
      });
      watch.follow(folders());
      if (library.isSettling()) watch.lookAfter(SETTLING);
      if (collections.length > 0 && !webhook) log(`${collections.join(', ')} changed`);
      if (collections.length > 0) webhook?.post(collections, media);
    });
  };
  const folder = resolve(options.folder);
  // The folder above tells when the content folder is replaced by another of its name.
  const folders = () => [dirname(folder), ...library.folders()];
  const watch = watchFolders(look, log, (place, name) => place !== dirname(folder) || name === null || name === basename(folder));
  watch.follow(folders());

  return {
    /** Base address without a trailing slash. */
    url: server.url,
    port: server.port,
    async close() {
      watch.close();
      await looking;
      await webhook?.close();
      await server.close();
      submissions.close();
    },
  };
}
