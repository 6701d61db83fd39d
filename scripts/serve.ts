/** `npm run serve`: the worker alone. Without CONTENT_SERVICE_URL the embedded service is expected on its own port. */
import { runCommand } from './lib/command.ts';
import { serveUntilTold } from './lib/serve.ts';

await runCommand((command) => {
  const { contentServiceUrl, contentServicePort } = command.settings;
  return serveUntilTold(command, contentServiceUrl ?? `http://localhost:${contentServicePort}`, () => {});
});
