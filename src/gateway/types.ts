import type { Readable } from 'node:stream';
import type { FormErrors, FormName, FormValues } from '../forms/rules.ts';
import type { Digest } from '../lib/digest.ts';
import type { Failure, Success } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';

/** Pages of `siteUrl`, and those of the requested host, may post here. */
export interface GatewayOptions extends Pick<Settings, 'schoolCode' | 'siteUrl' | 'submissionsPerMinute' | 'trustedProxies'> {
  readonly contentServiceUrl: string;
  /** Bearer token of the calls marked auth; null: none is sent. */
  readonly token: string | null;
  /** Heading of the answers to forms without script; `siteUrl`'s host unless told. */
  readonly siteName?: string;
  readonly log: (event: GatewayEvent) => void;
  /** Told of each submission that the content service took. What it does is not waited for. */
  readonly onPassed?: (passed: PassedSubmission) => void;
  /** What is known of media references; without it none counts as published, and none as withdrawn. */
  readonly media?: KnownMedia;
  /** Signs passes where there is no token, so that they hold in each process of a site; without either they hold in this one alone. */
  readonly rebuildSecret?: string | null;
}

export interface KnownMedia {
  isWithdrawn(reference: string): boolean | Promise<boolean>;
  isPublished(reference: string): boolean | Promise<boolean>;
  /** Digests of bytes that were withdrawn, under whatever reference they come. */
  withdrawnBytes(): ReadonlySet<Digest> | Promise<ReadonlySet<Digest>>;
}

/** What the host knows beyond the request: the worker's socket, or the client's address as Netlify gives it. */
export interface GatewayBindings {
  readonly address?: string;
  readonly incoming?: Pick<Readable, 'iterator'> & {
    readonly socket: { readonly remoteAddress?: string };
    /** Names and values in turn, as they came. */
    readonly rawHeaders?: readonly string[];
  };
}

/** A submission that the content service took; `file`: a CV, under a name that is one of a PDF. */
export type PassedSubmission = { readonly form: FormName; readonly values: FormValues; readonly file: File | null };

/** One answered request, for the log. Holds nothing that was typed, no address and no reference. */
export interface GatewayEvent {
  readonly call: 'form' | 'tc' | 'image' | 'subGallery' | 'other';
  readonly form?: FormName;
  readonly outcome: 'passed' | 'trapped' | FailureReason;
  readonly status: number;
  readonly milliseconds: number;
  /** The content service's status, where it was asked; null: it gave none. */
  readonly serviceStatus?: number | null;
  /** Name and place of an error. Its message is left out, as it may quote what was typed. */
  readonly bug?: string;
}

export const STATUS = {
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
  undecided: 503,
  'service-slow': 504,
} as const;

type FailureReason = keyof typeof STATUS;

/** Why a request does not pass; `message` may be shown to the visitor. */
export interface GatewayFailure extends Failure<FailureReason> {
  readonly errors?: FormErrors;
  readonly values?: FormValues;
  /** Seconds. */
  readonly retryAfter?: number;
  /** The content service's status, for the log alone. */
  readonly serviceStatus?: number | null;
}

export type Outcome<Value> = Success<Value> | GatewayFailure;

export function refuse(reason: FailureReason, message: string, more?: Partial<GatewayFailure>): GatewayFailure {
  return { ok: false, reason, message, ...more };
}

export const NOT_FOUND = refuse('not-found', 'There is nothing at this address.');
export const BUSY = refuse('busy', 'Too many people are sending something at the moment. Please try again soon.', {
  retryAfter: 5,
});

/** Bytes of a JSON or urlencoded body, and of all text fields of a multipart body. */
export const LARGEST_TEXT = 64 * 1024;
/** Milliseconds for a sender: between chunks, for a text, and for an upload, to which each byte adds one (a poor phone's pace). */
export const SENDER_PATIENCE = 60_000;
