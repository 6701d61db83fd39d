/** The settings (contract, section 2). Read once at start; only functions on a host, which are told nothing else, read the environment themselves. */
import { fail, succeed } from './result.ts';
import { type Read, SETTINGS, type Values } from './settings/declarations.ts';
import { type BucketSettings, type DeploySettings, readTargets } from './settings/deploy.ts';

export { SETTINGS } from './settings/declarations.ts';
export type { BucketSettings, DeploySettings } from './settings/deploy.ts';
export { settingsWarnings } from './settings/warnings.ts';

export interface Settings extends Values {
  readonly siteUrl: string;
  /** Where a worker or `npm run deploy` hands releases to; null: nowhere. */
  readonly deploy: DeploySettings | null;
  /** Where rebuild state is also kept, so that any machine can rebuild; null: nowhere. */
  readonly state: BucketSettings | null;
}

/** Reads the settings, or says in one line which one is malformed or missing. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Read<Settings> {
  const read: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(SETTINGS)) {
    const value = setting.read(env[setting.name]?.trim() ?? '');
    if (!value.ok) return value;
    read[key] = value.value;
  }
  // Each key was read by the check from which its type is inferred.
  const values = read as Values;
  if (values.smtpUrl !== null && values.notifyEmail === null)
    return fail('malformed-setting', 'NOTIFY_EMAIL is not set. SMTP_URL sends submissions to it.');
  const targets = readTargets(values);
  if (!targets.ok) return targets;
  // A port that the system chooses is not known yet.
  const siteUrl = values.siteUrl ?? `http://localhost:${values.port || 4321}`;
  return succeed({ ...values, siteUrl, ...targets.value });
}
