import { z } from 'zod';
import { page, words } from './fields.ts';

/** Words around the leaders' messages, which come from the content service. */
export const leaders = z.strictObject({ ...page, fallback: z.strictObject({ heading: words, text: words }) });
