/**
 * The benchmark's content service, a process of its own: `node scripts/bench/service.ts SIZE TIME`, the time of its
 * newest items in epoch milliseconds. It prints its address,
 * answers the lists from memory, and changes one field of one item on `POST /change/{collection}/{index}/{field}`
 * before it answers, so that nothing of its own work is measured.
 */
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { digestOf } from '../../src/lib/digest.ts';
import { listen } from '../lib/listen.ts';
import { benchContent, PICTURES } from './content.ts';

interface List {
  readonly items: string[];
  body: Buffer;
  tag: string;
}

const content = benchContent(Number(process.argv[2]), Number(process.argv[3]));
const lists = new Map<string, List>();

function assemble(name: string, items: string[]): void {
  const body = Buffer.from(`[${items.join(',')}]`);
  lists.set(name, { items, body, tag: `"${digestOf(body)}"` });
}

for (const [name, items] of Object.entries(content))
  assemble(
    name,
    items.map((item) => JSON.stringify(item)),
  );

const pictures = await Promise.all(
  Array.from({ length: PICTURES }, (_, at) => {
    const background = { r: (at * 37) % 256, g: (at * 71) % 256, b: (at * 113) % 256 };
    return sharp({ create: { width: 800, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer();
  }),
);

/** A large photo, of noise, which takes longest. */
const photo = await sharp({
  create: { width: 2400, height: 1600, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
})
  .jpeg()
  .toBuffer();

/** The bytes of a reference: what follows a picture's end makes each photo another. */
function pictureOf(reference: string): Buffer | undefined {
  if (reference.startsWith('photo')) return Buffer.concat([photo, Buffer.from(reference)]);
  return pictures[Number(/\d+/.exec(reference)?.[0] ?? 0)];
}

function change(name: string, index: number, field: string, value: string): void {
  const list = lists.get(name);
  if (!list) throw new Error(`There is no collection ${name}.`);
  list.items[index] = JSON.stringify({ ...JSON.parse(list.items[index] ?? '{}'), [field]: value });
  assemble(name, list.items);
}

const { url } = await listen(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, first = '', second = '', third = '', fourth = ''] = pathname.split('/');
  if (request.method === 'POST' && first === 'change') {
    change(second, Number(third), fourth, await text(request));
    response.end();
    return;
  }
  if (second === 'image') {
    response.setHeader('content-type', 'image/jpeg');
    response.end(pictureOf(third));
    return;
  }
  const list = lists.get(second);
  if (!list) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('etag', list.tag);
  if (request.headers['if-none-match'] === list.tag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': list.body.length }).end(list.body);
});
process.stdout.write(`${url}\n`);
