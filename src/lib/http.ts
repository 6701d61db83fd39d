/** GETs with limits of time and size. On node:http: a list of 5 MB arrives in a third of fetch's time, and nothing is loaded. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { collect } from './body.ts';
import { plainLine } from './printable.ts';
import { fail, type Result, succeed } from './result.ts';
import { shorten } from './shorten.ts';

// An import would name every export of the module, of which WebSocket loads the whole of undici.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

export type HttpReason = 'down' | 'time-out' | 'too-large' | 'unreadable';

interface HttpRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for an exchange; one over a kept connection that turns out to be closed is repeated once. */
  readonly timeout: number;
  /** Bytes of the body, also after decompression. */
  readonly maxBytes: number;
}

export type HttpAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

/**
 * Milliseconds by which an answer must be later than its `Last-Modified`, which names whole seconds: within one, content may
 * change once more (RFC 9110, 8.8.2.2), also by a clock that differs from the one of `Date`.
 */
const SETTLED = 60_000;

export function validatorsOf({ headers }: HttpAnswer): Validators {
  const { etag = null, date = '', 'last-modified': modified = null } = headers;
  const isSettled = modified !== null && Date.parse(date) - Date.parse(modified) >= SETTLED;
  return { etag, lastModified: isSettled ? modified : null };
}

/** Headers of a request that asks for what is another than it was when the validators were given. */
export function conditional(validators: Validators | null): Record<string, string> {
  if (validators?.etag) return { 'if-none-match': validators.etag };
  if (validators?.lastModified) return { 'if-modified-since': validators.lastModified };
  return {};
}

type Answered = Result<HttpAnswer, HttpReason>;

/** Compression does not pay on the loopback interface. */
const encodingsFor = ({ hostname }: URL) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? 'identity' : 'br, gzip, deflate';

const DECOMPRESS = new Map<string, (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer>(
  Object.entries({ br: brotliDecompressSync, gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync }),
);

function unpack(response: IncomingMessage, url: URL, body: Buffer, maxBytes: number): Answered {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? '';
  try {
    const plain = DECOMPRESS.get(encoding)?.(body, { maxOutputLength: maxBytes }) ?? body;
    return succeed({ status: response.statusCode ?? 0, headers: response.headers, body: plain });
  } catch {
    return fail('unreadable', `${url.href} answered with a body that does not fit its content encoding "${encoding}".`);
  }
}

async function receive(response: IncomingMessage, url: URL, maxBytes: number): Promise<Answered> {
  const isLarge = Number(response.headers['content-length'] ?? 0) > maxBytes;
  try {
    const body = isLarge ? null : await collect(response, maxBytes);
    if (body) return unpack(response, url, body, maxBytes);
    response.destroy();
    return fail('too-large', `${url.href} answered with more than ${maxBytes} bytes.`);
  } catch {
    return fail('down', `The connection to ${url.host} broke off in the middle of ${url.pathname}.`);
  }
}

function failureOf(error: NodeJS.ErrnoException, { host, pathname }: URL): Answered {
  const { code = '', message } = error;
  if (!code.startsWith('HPE_')) return fail('down', `No connection to ${host} (${code || message}).`);
  const bytes = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
  const said = shorten(plainLine(bytes.toString('latin1', 0, 200)), 60);
  return fail('unreadable', `${host} answered ${pathname} with what is no HTTP: "${said}" (${message}).`);
}

export function createHttpClient() {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

  /** `isRepeated`: over a connection of its own. */
  function exchange(url: URL, request: HttpRequest, isRepeated: boolean, settle: (result: Answered) => void) {
    const secure = url.protocol === 'https:';
    const outgoing = (secure ? https : http).get(url, {
      agent: isRepeated ? false : agents[secure ? 'https:' : 'http:'],
      headers: { 'accept-encoding': encodingsFor(url), ...request.headers },
    });
    const timer = setTimeout(() => {
      settle(fail('time-out', `${url.host} did not answer ${url.pathname} within ${Math.round(request.timeout / 100) / 10} s.`));
      outgoing.destroy();
    }, request.timeout);
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('response', async (response) => settle(await receive(response, url, request.maxBytes)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The other side may close a kept connection at the very moment it is used again.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') exchange(url, request, true, settle);
      else settle(failureOf(error, url));
    });
  }

  return {
    /** GETs an address. Any status is an answer; what keeps an answer from coming is a failure. */
    async get(address: string, request: HttpRequest) {
      const url = URL.parse(address);
      if (!url || !/^https?:$/.test(url.protocol)) return fail('unreadable', `${address} is no http(s) address.`);
      return new Promise<Answered>((resolve) => exchange(url, request, false, resolve));
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Characters of a service's own words that are passed on. */
const LONGEST_MESSAGE = 200;

/** What a service says of a failure, as `{"message": "..."}`; null when it says nothing in this way. */
export function messageIn({ headers, body }: HttpAnswer): string | null {
  if (!/^application\/(?:problem\+)?json\b/i.test(headers['content-type'] ?? '')) return null;
  try {
    const said: unknown = JSON.parse(body.toString('utf8'));
    if (typeof said !== 'object' || said === null || !('message' in said) || typeof said.message !== 'string') return null;
    return shorten(said.message, LONGEST_MESSAGE) || null;
  } catch {
    return null;
  }
}
