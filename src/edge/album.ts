import { albumOfQuery } from '../lib/paths.ts';

/** Netlify: runs before the page of albums is answered; should it fail, the page is answered as if there were no function. */
export const config = { path: '/SubGallery', method: ['GET', 'HEAD'], onError: 'bypass' };

/**
 * Answers `/SubGallery?id=X` with the album's own page, so that a shared address shows its title and pictures also to
 * programs that run no script. Undefined (the page of albums, whose script asks the content service) when the id names
 * no published album.
 */
export default async function album(request: Request): Promise<Response | undefined> {
  const page = albumOfQuery(new URL(request.url));
  if (!page) return undefined;
  const answer = await fetch(new URL(page, request.url), {
    method: request.method,
    headers: request.headers,
    redirect: 'manual',
  });
  if (answer.status === 200 || answer.status === 304) return answer;
  await answer.body?.cancel();
  return undefined;
}
