import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createDesk, type DeskOptions } from '../../src/desk/index.ts';
import { fail, succeed } from '../../src/lib/result.ts';
import type { SiteStatus } from '../../src/site/report.ts';

export const PASSWORD = 'a long enough password';
export const DESK_SETTINGS = { siteUrl: 'http://school.example', timeZone: 'Asia/Kolkata', trustedProxies: [] };
export const AT = Date.UTC(2026, 10, 21, 12);
export const HOSTILE = '<script>alert(1)</script>';

export const deskStatus: SiteStatus = {
  checkedAt: AT,
  stale: ['news', 'events'],
  staleCollections: [
    { collection: 'news', why: `The answer was ${HOSTILE}`, since: AT, held: false },
    { collection: 'events', why: 'It came back empty.', since: AT, held: true },
  ],
  leftOut: [{ collection: 'news', item: HOSTILE, why: 'It has no title.' }],
  warnings: [{ collection: 'news', item: 'n1', reference: 'photo.jpg', why: 'The service has no such picture.' }],
  fileWarnings: [],
  lastFailure: { at: AT, message: 'The content service cannot be reached.' },
  recent: [
    { at: AT, trigger: 'webhook', result: 'published', pages: 7, milliseconds: 123 },
    { at: AT, trigger: 'start', isNewCode: true, result: 'published', pages: 357, milliseconds: 1234 },
    { at: AT, trigger: 'schedule', result: 'failed', pages: 0, milliseconds: 20, message: HOSTILE },
  ],
};

const release = { release: 'r2', builtAt: AT, live: true, written: 3, removed: 1, note: null };

/** A desk on a fake site that records each operation in `pressed`. */
export async function openDesk(changes: Partial<DeskOptions> = {}, status: Partial<SiteStatus> = {}) {
  const pressed: unknown[] = [];
  const lines: string[] = [];
  const clock = { now: AT };
  const site: DeskOptions['site'] = {
    releases: async () => [release, { ...release, release: 'r1', live: false }],
    async rollback(to = '') {
      pressed.push({ rollback: to });
      return succeed({ ...release, release: to });
    },
    async resume() {
      pressed.push('resume');
      return succeed(undefined);
    },
    explain: async (page: string) =>
      page === '/News'
        ? {
            page,
            release: 'r2',
            at: AT,
            rendered: true,
            why: 'An answer changed.',
            lastRendered: null,
            items: [
              { collection: 'news', count: 1, items: [{ id: 'n1', title: 'Sports day', kind: 'changed', fields: ['title'] }] },
            ],
            queries: [],
            files: ['News.html'],
          }
        : { message: `No rebuild has rendered ${page}. Did you mean /News?` },
    compare: async () => fail('unknown-release', 'The release r0 is not kept.'),
    withdrawn: async () => [{ reference: HOSTILE, at: AT, published: '/media/abc/', groups: [] }],
    titleOf: async (_, item) => (item === 'n1' ? 'Sports day' : null),
    lookUp: async (reference) => ({
      reference,
      isKnown: reference === 'photo.jpg',
      suggestion: reference === 'foto.jpg' ? 'photo.jpg' : undefined,
    }),
    async purge(reference) {
      pressed.push({ withdraw: reference });
      const done = {
        isKnown: true,
        files: 3,
        wasWithdrawn: false,
        isUnseen: false,
        suggestion: undefined,
        rebuilt: null,
        failure: null,
      } as const;
      return succeed({ reference, ...done });
    },
    async allow(reference) {
      pressed.push({ allow: reference });
      return succeed({ staysAs: null });
    },
  };
  const desk = await createDesk(
    {
      settings: { ...DESK_SETTINGS, deskPassword: PASSWORD },
      siteName: 'Hill Top School',
      site,
      live: () => ({ release: 'r2', builtAt: AT, held: true }),
      status: () => ({ ...deskStatus, ...status }),
      onRebuilt: () => {},
      rebuilds: {
        request(request) {
          pressed.push(request);
          return 'job';
        },
        job: () => ({ state: 'published', message: 'The rebuild is published.' }),
      },
      inbox: null,
      restart: () => null,
      submissions: async () => [{ form: 'contact', answer: 'passed', count: 4 }],
      lastDeploy: async () => ({ target: 's3', release: 'r1', at: AT }),
      log: pino({}, { write: (line) => void lines.push(line) }),
      now: () => clock.now,
      ...changes,
    },
    fileURLToPath(new URL('../../src/styles', import.meta.url)),
  );

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    desk.request(
      path,
      {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      },
      { address: '192.0.2.7' },
    );

  /** The cookie and the token of a session. */
  async function signIn() {
    const answer = await post('/desk', { password: PASSWORD });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const page = await (await desk.request('/desk', { headers: { cookie } })).text();
    return { answer, cookie, page, token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '' };
  }

  return { desk, post, signIn, pressed, lines, clock };
}
