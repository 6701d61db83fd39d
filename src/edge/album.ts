import { identityToPath, LONGEST_IDENTITY } from '../lib/paths.ts';

/** Netlify: runs before the page of albums is answered; should it fail, the page is answered as if there were no function. */
export const config = { path: '/SubGallery', method: ['GET', 'HEAD'], onError: 'bypass' };

/**
 * Answers `/SubGallery?id=X` with the album's own page, so that a shared address shows its title and pictures also to
 * programs that run no script. Undefined (the page of albums, whose script asks the content service) when the id names
 * no published album.
 */
export default async function album(request: Request): Promise<Response | undefined> {
  const id = new URL(request.url).searchParams.get('id');
  if (!id || id.length > LONGEST_IDENTITY) return undefined;
  const page = new URL(`/SubGallery/${identityToPath(id)}`, request.url);
  const answer = await fetch(page, { method: request.method, headers: request.headers, redirect: 'manual' });
  if (answer.status === 200 || answer.status === 304) return answer;
  await answer.body?.cancel();
  return undefined;
}
