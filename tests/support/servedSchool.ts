/** A small school whose site a worker serves: a test assigns its lists, and the webhook publishes them. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../src/worker/rebuilds.ts';
import { type Lists, startFakeContentService } from './fakeContentService.ts';
import { smallPicture } from './pictures.ts';
import { build, openRig, REBUILD_SECRET, type Rig, serveRig } from './rig.ts';

export const LISTS: Lists = {
  news: [
    { _id: 'n1', title: 'First news', description: 'It stays.', fromDate: '2026-11-20', image: 'stays.jpg' },
    { _id: 'n2', title: 'Withdrawn news', description: 'It goes.', fromDate: '2026-11-19', image: 'goes.jpg' },
  ],
  events: [{ _id: 'e1', title: 'Sports day', date: '2026-11-25', images: ['goes.jpg'] }],
  gallery: [
    { _id: 'a1', title: 'Assembly', category: 'PhotoGallery', date: '2026-10-02', attachments: ['stays.jpg', 'goes.jpg'] },
    { _id: 'a2', title: 'Withdrawn album', category: 'PhotoGallery', date: '2026-10-03', attachments: ['goes.jpg'] },
  ],
  video: [],
  topper: [],
  principalMessage: [{ _id: 'p1', name: 'The Principal', category: 'Principal', message: '<p>Welcome.</p>' }],
  highlight: [{ _id: 'h1', title: 'marker 0' }],
  notification: [],
  academicCalender: [{ _id: 'c1', title: 'Withdrawn entry', date: '2026-11-24' }],
  onlineRegistration: [],
};

/** Builds the school with `LISTS` and an album whose address is escaped, without serving it. */
export async function openSmallSite(): Promise<Rig> {
  const pictures = new Map([['stays.jpg', await smallPicture(1)]]);
  const album = { _id: 'Fête', title: 'Fête', category: 'PhotoGallery', date: '2026-10-04', attachments: ['stays.jpg'] };
  const lists = { ...LISTS, gallery: [...(LISTS.gallery ?? []), album] };
  const rig = await openRig({ service: await startFakeContentService(lists, pictures) });
  await build(rig);
  return rig;
}

/** Builds and serves the school with `LISTS`. The worker's first rebuild has ended. */
async function serveSchool() {
  const pictures = new Map([
    ['stays.jpg', await smallPicture(1)],
    ['goes.jpg', await smallPicture(2)],
  ]);
  const school = await startFakeContentService(LISTS, pictures);
  const rig = await openRig({ service: school });
  await build(rig);
  const worker = await serveRig(rig);
  await vi.waitFor(async () => expect(rig.site.status().recent[0]?.trigger).toBe('start'), { timeout: 60_000 });

  async function jobOf(id: string): Promise<Job> {
    const answer = await fetch(`${worker.url}/hooks/rebuild/${id}`, { headers: { authorization: `Bearer ${REBUILD_SECRET}` } });
    return (await answer.json()) as Job;
  }

  const fetchPath = (path: string) => fetch(worker.url + path);

  async function call(body?: unknown): Promise<string> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const signature = `sha256=${createHmac('sha256', REBUILD_SECRET).update(text).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature, 'content-type': 'application/json' };
    const answer = await fetch(`${worker.url}/hooks/rebuild`, { method: 'POST', body: text, headers });
    expect(answer.status).toBe(202);
    const { id, url } = (await answer.json()) as { id: string; url: string };
    expect(url).toBe(`/hooks/rebuild/${id}`);
    return id;
  }

  async function published(id: Promise<string> | string): Promise<Job> {
    const known = await id;
    const ended = async () => {
      const job = await jobOf(known);
      expect(job.state).toMatch(/published|unchanged|failed/);
      return job;
    };
    return vi.waitFor(ended, { timeout: 120_000 });
  }

  await published(call());
  return {
    school,
    rig,
    fetch: fetchPath,
    /** The text at a path. */
    read: async (path: string) => (await fetchPath(path)).text(),
    /** Calls the webhook with a signature as GitHub sends it. Gives the job's id. */
    call,
    /** The job of a call once it has ended. */
    published,
    /** Publishes `lists`, without any failing call. */
    publish(lists: Lists): Promise<Job> {
      school.failing.clear();
      school.lists = lists;
      return published(call());
    },
    async close() {
      await worker.stop();
      await rig.close();
    },
  };
}

type ServedSchool = Awaited<ReturnType<typeof serveSchool>>;

/** The served school of a test file, with `LISTS` published before each test. */
export function servedSchool(): () => ServedSchool {
  let served: ServedSchool;
  beforeAll(async () => {
    served = await serveSchool();
  });
  beforeEach(async () => {
    await served.publish(LISTS);
  });
  afterAll(() => served.close());
  return () => served;
}
