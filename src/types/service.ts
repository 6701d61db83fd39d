/** The port of the content service's reading calls, as sync uses it. `src/service/client.ts` makes one. */

import type { CollectionName } from '../collections/index.ts';
import type { Result } from '../lib/result.ts';

/** Why an answer could not be had. */
export type ServiceReason =
  /** No connection, or it broke off. */
  | 'down'
  | 'time-out'
  /** An HTTP status that is no success. */
  | 'status'
  /** More bytes than the cap. */
  | 'too-large'
  /** HTML, truncated JSON, or a shape that holds no list. */
  | 'unreadable';

/** What makes the next request conditional. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type ServiceAnswer =
  /** The bytes are as they were when the validators were given. */
  { readonly fresh: false } | { readonly fresh: true; readonly body: Buffer; readonly validators: Validators };

export interface ContentClient {
  /** GETs one collection's list; conditionally when validators are given. Never throws for what the service does. */
  list(name: CollectionName, validators: Validators | null): Promise<Result<ServiceAnswer, ServiceReason>>;
  /** Lets go of kept connections. */
  close(): void;
}
