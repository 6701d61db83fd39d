/** Requests as no browser sends them, raw: half of them written by hand, the others the same with some bytes replaced. */
import { type Random, randomFrom } from '../../../scripts/lib/random.ts';

const HOST = 'Host: a.example\r\n';
const CLOSE = `${HOST}Connection: close\r\n`;
const POST = `POST /hooks/rebuild HTTP/1.1\r\n${CLOSE}`;
const FORM = `POST /api/form/HTSJ/abc HTTP/1.1\r\n${CLOSE}`;

const WRITTEN: readonly string[] = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET /\r\n\r\n',
  '\r\n\r\n\r\n',
  `GET  / HTTP/1.1\r\n${CLOSE}\r\n`,
  `GET / HTTP/9.9\r\n${CLOSE}\r\n`,
  'GET / HTTP/1.1\nHost: a.example\n\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `GET http://other.example/ HTTP/1.1\r\n${CLOSE}\r\n`,
  ...['//other.example', '/%00', '/%ff%fe', '/%', '/../../etc/passwd', '/..%2f..%2fetc/passwd', '/\\..\\x', '/\xe9', '*'].map(
    (path) => `GET ${path} HTTP/1.1\r\n${CLOSE}\r\n`,
  ),
  ...[
    '/SubGallery?id=%zz',
    '/api/image/%252e%252e%252f',
    '/api/subGallery?id=%ED%A0%80',
    '/hooks/rebuild/%E0%A4%A',
    '/desk/%2e%2e',
  ].map((path) => `GET ${path} HTTP/1.1\r\n${CLOSE}\r\n`),
  ...['OPTIONS *', 'TRACE /', 'CONNECT a.example:80', 'BREW /', 'get /'].map((line) => `${line} HTTP/1.1\r\n${CLOSE}\r\n`),
  ...['a b', '[::', 'a/b@c:99999', ''].map((host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
  `GET /?${'a'.repeat(15_000)} HTTP/1.1\r\n${CLOSE}\r\n`,
  `GET / HTTP/1.1\r\n${CLOSE}X: ${'a'.repeat(70_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\n${CLOSE}${'a: b\r\n'.repeat(3000)}\r\n`,
  ...[
    'Range: bytes=99999999999999999999-',
    `Range: bytes=${'0-0,'.repeat(1000)}1-1`,
    `If-None-Match: ${'"a",'.repeat(2000)}"b"`,
    `Accept-Encoding: ${'br;q=0.5,'.repeat(1000)}gzip`,
    `Cookie: desk=${'%'.repeat(5000)}`,
    'Upgrade: websocket',
    'Expect: 200-perhaps',
    'X\x00Y: 1',
    ' folded: 1',
  ].map((header) => `GET /About HTTP/1.1\r\n${CLOSE}${header}\r\n\r\n`),
  ...['Content-Length: -1', 'Content-Length: 99999999999999999999', 'Content-Length: 5\r\nTransfer-Encoding: chunked'].map(
    (header) => `${POST}${header}\r\n\r\n0\r\n\r\n`,
  ),
  ...['ZZZ\r\n', 'ffffffffffffffff\r\n', '5\r\nab'].map((chunk) => `${FORM}Transfer-Encoding: chunked\r\n\r\n${chunk}`),
];

function withOtherBytes(request: string, { next }: Random): Buffer {
  const bytes = Buffer.from(request, 'latin1');
  for (let many = 1 + Math.floor(next() * 8); many > 0; many -= 1)
    bytes[Math.floor(next() * Math.min(bytes.length, 200))] = Math.floor(next() * 256);
  return bytes;
}

/** So many requests; the same seed gives the same ones. */
export function oddRequests(seed: number, many: number): readonly Buffer[] {
  const random = randomFrom(seed);
  return Array.from({ length: many }, (_, at) => {
    const request = WRITTEN[at];
    return request === undefined ? withOtherBytes(random.pick(WRITTEN), random) : Buffer.from(request, 'latin1');
  });
}
