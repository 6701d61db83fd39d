import { describe, expect, test } from 'vitest';
import { endedInWords } from '../../../src/site/report.ts';
import { DESK_SETTINGS, HOSTILE, openDesk, PASSWORD } from '../../support/desk.ts';

const PRESSES = [
  ['rebuild', {}, [{ trigger: 'desk' }]],
  ['rollback', { release: 'r1' }, [{ rollback: 'r1' }]],
  ['resume', {}, ['resume', { trigger: 'desk' }]],
  ['accept-empty', { collection: 'events' }, [{ collections: ['events'], acceptEmpty: ['events'], trigger: 'desk' }]],
  // The rebuild after it takes it from hosts.
  ['withdraw', { reference: 'photo.jpg' }, [{ withdraw: 'photo.jpg' }, { trigger: 'desk', collections: [] }]],
] as const;

describe('without a session', () => {
  test('the desk asks for the password and shows nothing else, uncached and unindexed', async () => {
    const answer = await (await openDesk()).desk.request('/desk');
    const page = await answer.text();
    expect(page).toContain('<label for="password">Password</label>');
    expect(page).not.toContain('What is live');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  });

  test('there is no desk without a password', async () => {
    const { desk, post } = await openDesk({ settings: { ...DESK_SETTINGS, deskPassword: null } });
    expect((await desk.request('/desk')).status).toBe(404);
    expect((await post('/desk', { password: '' })).status).toBe(404);
  });

  test('of 500 wrong passwords five are looked at in a minute; then the right one has to wait too', async () => {
    const { post, clock } = await openDesk();
    const answers = [];
    for (let attempt = 0; attempt < 500; attempt += 1)
      answers.push((await post('/desk', { password: `wrong ${attempt}` })).status);
    expect(answers.filter((code) => code === 401)).toHaveLength(5);
    expect(answers.filter((code) => code === 429)).toHaveLength(495);
    expect((await post('/desk', { password: PASSWORD })).status).toBe(429);
    clock.now += 60_000;
    expect((await post('/desk', { password: PASSWORD })).status).toBe(303);
  });

  test.each(PRESSES)('%s does nothing', async (action, fields) => {
    const { post, pressed } = await openDesk();
    expect((await post(`/desk/${action}`, fields)).status).toBe(401);
    expect(pressed).toEqual([]);
  });
});

describe('with a session', () => {
  test('the cookie is for this site alone and no script, and for TLS where the site has it', async () => {
    const plain = await (await openDesk()).signIn();
    expect(plain.answer.headers.get('set-cookie')).toMatch(/HttpOnly/);
    expect(plain.answer.headers.get('set-cookie')).toMatch(/SameSite=Strict/);
    expect(plain.answer.headers.get('set-cookie')).not.toMatch(/Secure/);
    const secure = await (
      await openDesk({
        settings: { ...DESK_SETTINGS, deskPassword: PASSWORD, siteUrl: 'https://school.example' },
      })
    ).signIn();
    expect(secure.answer.headers.get('set-cookie')).toMatch(/Secure/);
  });

  test('the desk shows what is live and what to look at; what comes from outside is text', async () => {
    const { page } = await (await openDesk()).signIn();
    for (const heading of ['What is live', 'Recent rebuilds', 'To look at', 'Releases', 'Withdrawn'])
      expect(page).toContain(`>${heading}</h2>`);
    for (const button of [
      'Rebuild now',
      'Go back to this release',
      'Go on publishing',
      'Publish the empty list',
      'Withdraw',
      'Explain',
    ])
      expect(page).toContain(`>${button}</button>`);
    expect(page).toContain('<label for="page">Page</label>');
    expect(page).toContain('“Sports day” (n1): photo.jpg: The service has no such picture.');
    expect(page).toContain('0.12');
    expect(page).toContain('start: words or code changed');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain(HOSTILE);
  });

  test.each(PRESSES)('%s does what it says once, and is logged', async (action, fields, expected) => {
    const { post, signIn, pressed, lines, desk } = await openDesk();
    const { cookie, token } = await signIn();
    const answer = await post(`/desk/${action}`, { ...fields, token }, { cookie, origin: 'http://school.example' });
    expect(answer.status).toBe(303);
    expect(pressed).toEqual(expected);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ desk: action, result: 'done' }));
    expect(lines.join()).not.toContain(token);
    const after = await (await desk.request('/desk', { headers: { cookie } })).text();
    expect(after).toContain('class="notice" role="status"');
  });

  test('a withdrawal of what nothing is known of has to be confirmed', async () => {
    const { desk, post, signIn, pressed } = await openDesk();
    const { cookie, token } = await signIn();
    const press = async (fields: Record<string, string>) => {
      await post('/desk/withdraw', { ...fields, token }, { cookie });
      return (await desk.request('/desk', { headers: { cookie } })).text();
    };
    const asked = await press({ reference: 'foto.jpg' });
    expect(asked).toContain('no picture or file is known as foto.jpg. Is photo.jpg meant?');
    expect(asked).toContain('>Withdraw it all the same</button>');
    expect(pressed).toEqual([]);
    expect(await press({ reference: 'foto.jpg', sure: 'yes' })).not.toContain('all the same');
    expect(pressed[0]).toEqual({ withdraw: 'foto.jpg' });
  });

  test('a list is published as empty only after a question, which a list that is not held has not', async () => {
    const { desk, signIn, pressed } = await openDesk();
    const { cookie } = await signIn();
    const ask = async (list: string) => (await desk.request(`/desk?empty=${list}`, { headers: { cookie } })).text();
    expect(await ask('events')).toContain('>Yes, publish it empty</button>');
    for (const list of ['news', 'unknown']) expect(await ask(list)).not.toContain('Yes, publish');
    expect(pressed).toEqual([]);
  });

  test('the last five rebuilds are in sight, the others behind “Show all”', async () => {
    const few = await (await openDesk()).signIn();
    expect(few.page).not.toContain('Show all');
    const rebuild = { at: 0, trigger: 'webhook', result: 'published', milliseconds: 123 } as const;
    const recent = Array.from({ length: 12 }, (_, at) => ({ ...rebuild, pages: 100 + at }));
    const { page } = await (await openDesk({}, { recent })).signIn();
    const [sight = '', hidden = ''] = page.split('<summary>Show all 12</summary>');
    expect([...sight.matchAll(/>(1\d\d)<\/td>/g)].map(([, pages]) => pages)).toEqual(['100', '101', '102', '103', '104']);
    expect(hidden).toContain('>111</td>');
  });

  test('Allow again says what came of it, in the words of the desk', async () => {
    const { desk, post, signIn } = await openDesk();
    const { cookie, token } = await signIn();
    await post('/desk/allow', { reference: 'photo.jpg', token }, { cookie });
    const after = await (await desk.request('/desk', { headers: { cookie } })).text();
    expect(after).toContain('photo.jpg may be published again. The rebuild is published.');
    expect(after).not.toContain('--allow');
  });

  test.each([
    ['resume', {}, 'Publishing goes on.'],
    ['allow', { reference: 'photo.jpg' }, 'photo.jpg may be published again.'],
  ])('%s says that it is done also where its rebuild failed', async (action, fields, done) => {
    const message = 'No list could be had. Nothing was changed.';
    const rebuilds = { request: () => 'job', job: () => ({ id: 'job', state: 'failed', report: null, message }) as const };
    const { desk, post, signIn } = await openDesk({ rebuilds });
    const { cookie, token } = await signIn();
    await post(`/desk/${action}`, { ...fields, token }, { cookie });
    const after = await (await desk.request('/desk', { headers: { cookie } })).text();
    expect(after).toContain(`${done} The rebuild after it failed, so the site stays as it is until the next one: ${message}`);
  });

  test('a rebuild while a rollback holds is not said to have found nothing', async () => {
    const message = endedInWords(false, { held: true, stale: [], held_lists: [] });
    const job = () => ({ state: 'unchanged', report: { held: true }, message }) as const;
    const { desk, post, signIn } = await openDesk({ rebuilds: { request: () => 'job', job } });
    const { cookie, token } = await signIn();
    await post('/desk/rebuild', { token }, { cookie });
    const after = await (await desk.request('/desk', { headers: { cookie } })).text();
    expect(after).toContain('Nothing was published: a rollback holds the release that is live.');
    expect(after).not.toContain('nothing to change');
  });

  test.each(PRESSES)('%s does nothing for a forged form', async (action, fields) => {
    const { post, signIn, pressed } = await openDesk();
    const { cookie, token } = await signIn();
    const forged = [
      post(`/desk/${action}`, fields, { cookie }),
      post(`/desk/${action}`, { ...fields, token: 'guessed' }, { cookie }),
      post(`/desk/${action}`, { ...fields, token }, { cookie, origin: 'https://elsewhere.example' }),
      post(`/desk/${action}`, { ...fields, token }, { cookie, 'sec-fetch-site': 'cross-site' }),
    ];
    for (const answer of await Promise.all(forged)) expect(answer.status).toBe(403);
    expect(pressed).toEqual([]);
  });

  test('a page is explained; one that was never rendered is named as text', async () => {
    const { desk, signIn } = await openDesk();
    const { cookie } = await signIn();
    const ask = async (page: string) =>
      (await desk.request(`/desk?page=${encodeURIComponent(page)}`, { headers: { cookie } })).text();
    expect(await ask('/News')).toContain('An answer changed.');
    expect(await ask(HOSTILE)).toContain('No rebuild has rendered &lt;script&gt;');
    expect(await ask('/News')).toContain('What had changed: news: “Sports day” (title).');
  });

  test('after signing out, or the next day, the cookie opens nothing', async () => {
    const { desk, post, signIn, clock } = await openDesk();
    const { cookie, token } = await signIn();
    await post('/desk/sign-out', { token }, { cookie });
    expect(await (await desk.request('/desk', { headers: { cookie } })).text()).not.toContain('What is live');
    const next = await signIn();
    clock.now += 24 * 3_600_000;
    expect(await (await desk.request('/desk', { headers: { cookie: next.cookie } })).text()).not.toContain('What is live');
  });
});
