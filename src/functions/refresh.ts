import { refresh } from '../hosting/refresh.ts';

/** Every quarter of an hour: most runs find nothing to do and cost one function call. */
export const config = { schedule: '*/15 * * * *' };

/** Netlify's handler of the schedule: orders a build when the content or the school's day has changed since the last. */
export default async function scheduled(): Promise<Response> {
  const done = await refresh(process.env, false);
  console.log(done.ok ? done.value.why : done.message);
  return new Response(null, { status: done.ok ? 204 : 500 });
}
