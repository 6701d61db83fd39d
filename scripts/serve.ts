import { runServer } from './lib/command.ts';

const description = {
  name: 'serve',
  summary: 'The worker alone: serves the current release on PORT, takes webhooks, keeps the schedule, forwards /api/*.',
} as const;

await runServer(description, async (command) => {
  const { serveUntilStopped } = await import('./lib/serve.ts');
  // Without an address the embedded service is expected on its own port.
  const { contentServiceUrl, contentServicePort } = command.settings;
  return serveUntilStopped(command, contentServiceUrl ?? `http://localhost:${contentServicePort}`);
});
