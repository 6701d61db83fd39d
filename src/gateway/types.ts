import type { Readable } from 'node:stream';
import type { Failure } from '../lib/result.ts';
import type { FormErrors, FormValues } from '../service/schemas/forms/types.ts';

export interface GatewayOptions {
  /** Base address of the content service, without a trailing slash. */
  readonly contentServiceUrl: string;
  /** Bearer token of the calls marked auth; null: none is sent. */
  readonly token: string | null;
  readonly schoolCode: string;
  /** The site's public origin: forms on its pages may post here. So may pages of the host that was asked. */
  readonly siteUrl: string;
  /** Submissions let through per address and minute; 0: no limit. */
  readonly submissionsPerMinute: number;
  /** Addresses and ranges (`10.0.0.0/8`) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Stands at the head of the answers to forms without script. */
  readonly siteName?: string;
  readonly log: (event: GatewayEvent) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Milliseconds the content service has for an answer; 10,000 unless told. */
  readonly serviceTimeout?: number;
  /** Folder where uploads wait, outside memory, until they are checked; the system's temporary folder unless told. */
  readonly spoolFolder?: string;
}

/** What the host knows of a request beyond the request: the worker's socket, or the address as Netlify tells it. */
export interface GatewayBindings {
  readonly address?: string;
  readonly incoming?: Pick<Readable, 'iterator'> & { readonly socket: { readonly remoteAddress?: string } };
}

export type Call = 'form' | 'tc' | 'image' | 'subGallery' | 'other';

/** One answered request. Carries nothing that was typed, no address and no reference. */
export interface GatewayEvent {
  readonly call: Call;
  readonly outcome: 'passed' | 'trapped' | RefusalReason;
  readonly status: number;
  readonly milliseconds: number;
  /** What the service answered, where it was asked; null: nothing. */
  readonly serviceStatus?: number | null;
  /** Kind and place of a bug. Its words are left out: they may quote what was typed. */
  readonly bug?: string;
}

export const REFUSALS = {
  malformed: 400,
  'foreign-origin': 403,
  'not-found': 404,
  'too-large': 413,
  'wrong-type': 415,
  invalid: 422,
  'too-many': 429,
  'gateway-failed': 500,
  'service-failed': 502,
  busy: 503,
  'service-slow': 504,
} as const;

export type RefusalReason = keyof typeof REFUSALS;

/** Why a request does not pass, in words that may be shown. */
export interface Refusal extends Failure<RefusalReason> {
  /** Messages by field. */
  readonly errors?: FormErrors;
  /** What was typed, where the submission is at fault as a whole. */
  readonly values?: FormValues;
  /** Seconds. */
  readonly retryAfter?: number;
  /** What the service answered, for the log alone. */
  readonly serviceStatus?: number | null;
}

export function refuse(
  reason: RefusalReason,
  message: string,
  more?: Pick<Refusal, 'errors' | 'retryAfter' | 'serviceStatus'>,
): Refusal {
  return { ok: false, reason, message, ...more };
}
