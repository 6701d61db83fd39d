import { setTimeout as pause } from 'node:timers/promises';
import { isCollection } from '../collections/index.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { RebuildRequest } from '../site/open.ts';
import { describeAllowed, describePurge, spellingHint } from '../site/purge.ts';
import type { DeskOptions } from './types.ts';

/** Answers one line that says what was done; `unsure`: nothing was, until the same press comes with the field `sure`. */
export type Action = (field: (name: string) => string) => Promise<Result<string, string>>;

export const CONFIRM: Record<string, string> = { withdraw: 'Withdraw it all the same', 'delete-message': 'Yes, delete it' };

/** Milliseconds for which a press waits for its rebuild; a longer one goes on by itself. */
const LONGEST_WAIT = 15_000;
const POLL_INTERVAL = 50;

export function createActions({ site, rebuilds, inbox, onRebuilt }: DeskOptions): ReadonlyMap<string, Action> {
  async function rebuild(request: RebuildRequest): Promise<Result<string>> {
    const id = rebuilds.request({ ...request, trigger: 'desk' });
    const until = performance.now() + LONGEST_WAIT;
    while (performance.now() < until) {
      const job = rebuilds.job(id);
      if (job?.state === 'failed') return fail('failed', job.message ?? 'The rebuild failed.');
      if (job?.state === 'published' || job?.state === 'unchanged') {
        const press = job.report?.held ? ' Press “Go on publishing” to end that.' : '';
        return succeed(`${job.message ?? 'The rebuild has ended.'}${press}`);
      }
      await pause(POLL_INTERVAL);
    }
    return succeed('The rebuild is under way; load this page again to see how it ended.');
  }

  async function rebuildAfter(done: string, request: RebuildRequest = {}): Promise<Result<string>> {
    const rebuilt = await rebuild(request);
    if (rebuilt.ok) return succeed(`${done} ${rebuilt.value}`);
    return fail(
      rebuilt.reason,
      `${done} The rebuild after it failed, so the site stays as it is until the next one: ${rebuilt.message}`,
    );
  }

  const actions: Readonly<Record<string, Action>> = {
    rebuild: () => rebuild({}),
    async rollback(field) {
      const done = await site.rollback(field('release'));
      return done.ok ? succeed(`Release ${done.value.release} is live and held until you go on publishing.`) : done;
    },
    async resume() {
      const resumed = await site.resume();
      return resumed.ok ? rebuildAfter('Publishing goes on.') : resumed;
    },
    async 'accept-empty'(field) {
      const name = field('collection');
      if (!isCollection(name)) return fail('unknown-collection', 'There is no such collection.');
      return rebuildAfter(`The list "${name}" is published if it comes back empty now.`, {
        collections: [name],
        acceptEmpty: [name],
      });
    },
    async withdraw(field) {
      const reference = field('reference').trim();
      if (!reference) return fail('missing', 'Enter the picture or file to withdraw.');
      const known = await site.lookUp(reference);
      if (!known.isKnown && !field('sure')) {
        const why = `no picture or file is known as ${reference}. ${spellingHint(known)}`;
        return fail('unsure', `Nothing was withdrawn: ${why}`);
      }
      const purged = await site.purge(reference, 'desk');
      if (!purged.ok) return purged;
      if (purged.value.rebuilt) onRebuilt(purged.value.rebuilt);
      // What follows a rebuild takes it from hosts, which may show it still where no release does any more.
      rebuilds.request({ trigger: 'desk', collections: [] });
      return succeed(describePurge(purged.value, 'you press “Allow again” below'));
    },
    async 'delete-message'(field) {
      const id = Number(field('id'));
      const message = inbox?.message(id);
      if (!message) return fail('unknown-message', 'There is no such message.');
      if (!field('sure')) return fail('unsure', `Delete message ${id} and its files for ever? Nothing was deleted yet.`);
      inbox?.remove(id);
      return succeed(`Message ${id} is deleted.`);
    },
    async allow(field) {
      const allowed = await site.allow(field('reference'));
      return allowed.ok ? rebuildAfter(describeAllowed(field('reference'), allowed.value)) : allowed;
    },
  };
  return new Map(Object.entries(actions));
}
