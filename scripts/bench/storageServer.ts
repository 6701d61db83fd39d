/** Object storage in a process of its own: `node scripts/bench/storageServer.ts MILLISECONDS`, for each request. Prints its address. */
import { startS3 } from './objectStorage.ts';

const s3 = await startS3();
s3.delay = Number(process.argv[2]);
process.stdout.write(`${s3.settings.endpoint}\n`);
process.once('SIGTERM', () => s3.close());
