import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    builtSite: string;
  }
}

/** The folder of the sample site as it is published. For tests of the project `site`, whose set-up builds it. */
export function builtSite(): string {
  return inject('builtSite');
}
