/** An answer for machines: never cached, never taken for another type. */
export function uncachedJson(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } });
}
