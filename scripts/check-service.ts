/** `npm run check-service`: what a build would get of a content service, and what to change there. */
import { printable } from '../src/lib/printable.ts';
import { fail, succeed } from '../src/lib/result.ts';
import { type CheckedService, checkService } from './content-service/check.ts';
import { print, runCommand } from './lib/command.ts';
import { openContentSource } from './lib/content.ts';

const MOST_NAMED = 10;

function table({ calls }: CheckedService): string[] {
  const rows = calls.map(({ call, auth, isGood, answer, hasValidator, items, leftOut, warnings }) => [
    call,
    auth ? 'yes' : 'no',
    isGood ? answer : 'FAILED',
    isGood ? String(items) : '',
    isGood ? String(leftOut.length) : '',
    isGood ? String(warnings.length) : '',
    hasValidator ? 'yes' : 'no',
  ]);
  const all = [['call', 'token', 'answer', 'items', 'left out', 'warnings', 'ETag'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function named(title: string, all: readonly { readonly item: string; readonly why: string }[]): string[] {
  if (all.length === 0) return [];
  const lines = all.slice(0, MOST_NAMED).map(({ item, why }) => printable(`  ${item}: ${why}`));
  const more = all.length > MOST_NAMED ? [`  ... and ${all.length - MOST_NAMED} more; --json names all.`] : [];
  return ['', title, ...lines, ...more];
}

function inWords(service: CheckedService, url: string): string {
  const { calls, media } = service;
  const failed = calls.filter(({ isGood }) => !isGood);
  const advice = Map.groupBy(failed, ({ advice: what }) => what ?? '');
  const part = media.asked < media.known ? ` of ${media.known}; --media ${media.known} asks for all` : '';
  return [
    `Content service ${url}`,
    '',
    ...table(service),
    ...(failed.length > 0 ? [''] : []),
    ...failed.map(({ call, answer }) => printable(`${call}: ${answer}`)),
    ...Array.from(
      advice,
      ([what, which]) => `${which.length === 1 ? 'To change' : `To change (${which.length} calls)`}: ${what}`,
    ),
    ...calls.flatMap(({ call, leftOut }) => named(`Left out of ${call}:`, leftOut)),
    ...calls.flatMap(({ call, warnings }) => named(`Published otherwise than meant, of ${call}:`, warnings)),
    ...named('Pictures and files that cannot be had:', media.missing),
    '',
    `Pictures and files asked for: ${media.asked}${part}; cannot be had: ${media.missing.length}.`,
    'Not asked: the forms and the certificate, as each call is a submission.',
  ].join('\n');
}

const description = {
  name: 'check-service',
  summary: 'Asks the content service each call and says what came, what is left out and why, and what to change.',
  options: {
    media: { type: 'string', value: 'NUMBER', default: '100', help: 'Pictures and files asked for at most.' },
    json: { type: 'boolean', help: 'Print JSON and nothing else.' },
  },
} as const;

await runCommand(description, async ({ settings, values }) => {
  if (!/^\d{1,6}$/.test(values.media ?? '100')) return fail('usage', `--media must be a whole number, not "${values.media}".`);
  const content = await openContentSource(settings);
  try {
    const service = await checkService({
      ...settings,
      url: content.url,
      token: settings.contentServiceToken,
      timeout: settings.contentServiceTimeout * 1000,
      mostMedia: Number(values.media ?? 100),
    });
    print(values.json ? JSON.stringify(service) : inWords(service, content.url));
    if (service.wouldBuild) return succeed(null);
    return fail('no-list', 'A build would fail: no list could be read.');
  } finally {
    await content.close();
  }
});
