/** With what a site is opened, and what it tells while it works. */
import type { EngineEvent } from '../engine/types.ts';
import type { Settings } from '../lib/settings.ts';
import type { SyncEvent } from '../snapshot/sync/types.ts';
import type { CodeVersion } from './codeVersion.ts';

export type SiteEvent =
  | EngineEvent
  | SyncEvent
  | { readonly type: 'compiling' }
  | { readonly type: 'lock-waiting'; readonly holder: string }
  /** What was known could not be used, for a reason in one line: everything is fetched and rendered anew. */
  | { readonly type: 'begun-anew'; readonly why: string }
  | { readonly type: 'notice' | 'alert-failed'; readonly message: string };

export interface SiteOptions {
  readonly root: string;
  readonly settings: Settings;
  /** Base address of the content service: the setting's, or the embedded one's. */
  readonly contentServiceUrl: string;
  /** Where the published tree is kept; `dist` in the project's folder unless told. */
  readonly distDir?: string;
  readonly now?: () => number;
  readonly onEvent?: (event: SiteEvent) => void;
  /** Called once before the site's code was loaded; made by `openSite` unless told. */
  readonly codeVersion?: CodeVersion;
}
