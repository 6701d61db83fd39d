import { defineMiddleware } from 'astro:middleware';
import { takeDevReader } from './lib/devPort.ts';

/** The renderer brings a reader with each request; under `astro dev` the command offers one. */
export const onRequest = defineMiddleware(({ locals }, next) => {
  if (import.meta.env.DEV) {
    locals.reader ??= takeDevReader() as App.Locals['reader'];
    locals.share ??= (_of, _and, render) => render();
  }
  return next();
});
