/** What a release can be deployed to. */
import type { Engine } from '../engine/engine.ts';
import type { ReleaseFile } from '../engine/releases.ts';
import type { Deployed, FileHost, ReleaseHost } from './host.ts';
import type { Ledger } from './ledger.ts';

export interface DeploySource {
  live(): { readonly release: string; files(): Iterable<ReleaseFile> } | null;
  read: Engine['read'];
  encoded?: Engine['encoded'];
  inDist?: Engine['inDist'];
}

export interface Target {
  /** Tells targets apart: what was deployed to one is unknown to another. */
  readonly name: string;
  readonly ledger: Ledger;
  /** Files beside the site's that this target needs, by path. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Lock file of those who deploy to it; absent: that of this machine's deploys. */
  readonly lock?: string;
  /** It is filled from `dist/`, which then has to hold the release. */
  readonly isFromDist?: true;
  /** Whether a file that the release lacks stays for now; absent: none does. */
  readonly retains?: (path: string, deployed: Deployed) => boolean;
  /** What is asked of it and sent to it ends with `signal`. */
  open(signal: AbortSignal): FileHost | ReleaseHost;
}
