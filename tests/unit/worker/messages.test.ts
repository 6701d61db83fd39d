import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayEvent } from '../../../src/gateway/index.ts';
import type { Observed } from '../../../src/site/alerts.ts';
import { createMessages, type MessagesOptions } from '../../../src/worker/messages.ts';
import { APPLICATION, CONTACT, gatewayTo, pdf } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

const AT = Date.UTC(2026, 10, 21, 12);
const service = await stubServiceOfFile(answersJson({ ok: true }));
let lines: string[];
let observed: Observed[];
beforeEach(() => {
  lines = [];
  observed = [];
});

/** A gateway whose submissions the office is told of. */
function open(settings: Partial<MessagesOptions['settings']>) {
  const messages = createMessages({
    settings: { notifyUrl: null, smtpUrl: null, notifyEmail: null, siteUrl: 'https://school.example', ...settings },
    siteName: 'Hill Top School',
    desk: 'https://school.example/desk/inbox',
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) }),
    observe: (one) => observed.push(one),
    now: () => AT,
    pauses: [0, 0, 0],
  });
  const log = (event: GatewayEvent) => messages.answered(event);
  const gateway = gatewayTo(service.url, { log, onPassed: messages.passed });
  return { messages, gateway };
}

const told = () => service.arrived.filter(({ url }) => url === '/notify');

test('NOTIFY_URL is told of each submission that passed, and of nothing that was written', async () => {
  const { messages, gateway } = open({ notifyUrl: `${service.url}/notify` });
  expect((await gateway.postJson('/api/form/HTSJ/abc', CONTACT)).status).toBe(200);
  expect((await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, email: 'no address' })).status).toBe(422);
  expect((await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, leave_empty: 'robot' })).status).toBe(200);
  await messages.settled();
  expect(told().map(({ body }) => JSON.parse(body.toString()))).toEqual([
    {
      text: 'https://school.example: a message came (contact). See https://school.example/desk/inbox',
      form: 'contact',
      at: '2026-11-21T12:00:00.000Z',
    },
  ]);
  const all = JSON.stringify([told().map(({ body }) => body.toString()), lines]);
  for (const typed of Object.values(CONTACT)) expect(all).not.toContain(typed);
});

test('an address that does not take it is asked three times; the visitor waits for none of it', async () => {
  service.answer = (arrived, response) => response.writeHead(arrived.url === '/notify' ? 500 : 200).end('{}');
  const { messages, gateway } = open({ notifyUrl: `${service.url}/notify` });
  expect((await gateway.postJson('/api/form/HTSJ/abc', CONTACT)).status).toBe(200);
  await messages.settled();
  expect(told()).toHaveLength(3);
  expect(lines.join()).toContain('NOTIFY_URL was not told of a submission: it answered 500');
});

describe('by e-mail', () => {
  let mails: string[];
  let refusals: number;
  let server: Server;
  let smtpUrl: string;
  beforeEach(async () => {
    mails = [];
    refusals = 0;
    const reply = (command: string): string => {
      if (command === 'DATA') return '354 go on';
      if (!command.startsWith('MAIL') || refusals === 0) return '250 ok';
      refusals -= 1;
      return '451 later';
    };
    // As much of SMTP as one message takes.
    server = createServer((socket) => {
      let data: string | null = null;
      socket.on('error', () => {});
      socket.write('220 mail.example\r\n');
      socket.on('data', (chunk) => {
        if (data === null) {
          const command = chunk.toString().trim().toUpperCase();
          if (command === 'DATA') data = '';
          socket.write(`${reply(command)}\r\n`);
          return;
        }
        data += chunk;
        if (!data.includes('\r\n.\r\n')) return;
        mails.push(data);
        data = null;
        socket.write('250 taken\r\n');
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}?ignoreTLS=true`;
  });
  afterEach(() => server.close());

  test('the office gets what was written, can answer it, and gets the CV under the name of a PDF', async () => {
    const { messages, gateway } = open({ smtpUrl, notifyEmail: ['office@school.example', 'head@school.example'] });
    await gateway.postJson('/api/form/HTSJ/abc', CONTACT);
    await gateway.postForm('/api/form/HTSJ/XYZ', { ...APPLICATION, attachments: pdf(2000, 'cv.hta') });
    await messages.settled();
    const [contact = '', careers = ''] = mails;
    expect(contact).toMatch(/^To: office@school\.example, head@school\.example\r$/m);
    expect(contact).toMatch(/^Reply-To: asha@example\.org\r$/m);
    expect(contact).toMatch(/^Subject: Hill Top School: a message\r$/m);
    expect(contact).toContain('Phone Number: +91 00000 00003');
    expect(careers).toMatch(/^Content-Type: application\/pdf; name=cv\.hta\.pdf\r$/m);
    expect(careers).toMatch(/^Content-Disposition: attachment; filename=cv\.hta\.pdf\r$/m);
    expect(careers).toContain('Post Applied: Teacher');
    expect(mails).toHaveLength(2);
  });

  test.each([
    ['asha@schule-ü.example', /^Reply-To: asha@xn--schule--t2a\.example\r$/m],
    ['आशा@example.org', null],
    ['é@ü.example', null],
  ])('the head of a letter from %s has ASCII alone', async (email, replyTo) => {
    const { messages, gateway } = open({ smtpUrl, notifyEmail: ['office@school.example'] });
    await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, email });
    await messages.settled();
    const head = mails[0]?.split('\r\n\r\n', 1)[0] ?? '';
    expect(head).toMatch(/^[\r\n\x20-\x7e]+$/);
    if (replyTo) expect(head).toMatch(replyTo);
    else expect(head).not.toMatch(/^Reply-To/im);
    expect(mails[0]).toMatch(/^Email: /m);
  });

  test('a mail server that refuses is asked again; what it never takes is logged without what was written', async () => {
    const { messages, gateway } = open({ smtpUrl, notifyEmail: ['office@school.example'] });
    refusals = 1;
    await gateway.postJson('/api/form/HTSJ/abc', CONTACT);
    await messages.settled();
    expect(mails).toHaveLength(1);
    refusals = 3;
    await gateway.postJson('/api/form/HTSJ/abc', CONTACT);
    await messages.settled();
    expect(mails).toHaveLength(1);
    expect(lines.join()).toContain('an e-mail about a submission could not be sent');
    expect(lines.join()).not.toContain('Asha');
  });

  test('a letter that cannot be written is logged, and ends nothing', async () => {
    const { messages, gateway } = open({ smtpUrl: 'smtp://off%ice@127.0.0.1', notifyEmail: ['office@school.example'] });
    expect((await gateway.postJson('/api/form/HTSJ/abc', CONTACT)).status).toBe(200);
    await messages.settled();
    expect(lines.join()).toContain('an e-mail about a submission could not be sent');
  });

  test('nothing that was written becomes a line of the head', async () => {
    const { messages, gateway } = open({ smtpUrl, notifyEmail: ['office@school.example'] });
    const forged = { subject: 'x\r\nBcc: all@school.example', message: 'Hello\nEmail: other@school.example' };
    await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, ...forged, email: 'a@b.example' });
    await messages.settled();
    expect(mails[0]?.split('\r\n\r\n', 1)[0]).not.toContain('Bcc');
    expect(mails[0]?.match(/^(?:Bcc|Email):.*/gm)).toEqual(['Email: a@b.example']);
    expect(mails[0]).toContain('\r\n  Email: other@school.example');
  });
});

test('submissions that are lost are told, and when that is over with how many', async () => {
  const { gateway } = open({});
  const send = () => gateway.postJson('/api/form/HTSJ/abc', CONTACT);
  await send();
  service.answer = answersJson({}, 503);
  await send();
  await send();
  service.answer = answersJson({ ok: true });
  await send();
  await send();
  const failure = expect.stringMatching(
    /^A submission of the form "contact" did not reach the content service: it answered 503\./,
  );
  expect(observed).toEqual([
    { formFailing: null },
    { formFailing: failure },
    { formFailing: failure },
    { formFailing: null, formRecovery: 'Forms reach the content service again; 2 submissions were lost.' },
  ]);
});

test('a certificate that was never issued is no fault', async () => {
  service.answer = answersJson({ message: 'No certificate.' }, 404);
  const { gateway } = open({});
  await gateway.postJson('/api/tc/HTSJ', { name: 'Asha', admission: '1' });
  expect(observed).toEqual([]);
});
