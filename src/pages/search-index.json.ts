import type { APIRoute } from 'astro';

/** The data files of the search. At an address of its own, so that an edit leaves /Search as it is. */
export const GET: APIRoute = ({ locals }) =>
  new Response(JSON.stringify(locals.reader.searchFiles()), { headers: { 'content-type': 'application/json' } });
