import { albumPath } from '../../lib/paths.ts';
import { startAlbum } from './album.ts';

const siteName = document.title.slice(document.title.indexOf(' · '));

/** Puts an album, or the word that there is none, in place of the index of albums. */
function show(title: string, content: Node, canonical?: string): void {
  document.title = title + siteName;
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (canonical && link) link.href = canonical;
  document.querySelector('main')?.replaceChildren(content);
  document.documentElement.classList.remove('waiting');
  if (document.querySelector('.photos')) startAlbum();
}

/** The album's page as it was published; null when there is none. */
async function fetchPage(id: string): Promise<Document | null> {
  const answer = await fetch(albumPath(id), { signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) {
    // Unread, it would stay open.
    await answer.body?.cancel();
    return null;
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('main .photos') ? page : null;
}

/** Shows a template of the page: `unknown` or `failed`. */
function showWord(id: 'unknown' | 'failed'): void {
  const template = document.querySelector<HTMLTemplateElement>(`#${id}`);
  if (!template) return;
  const content = template.content.cloneNode(true) as DocumentFragment;
  const kept = content.querySelector('.kept');
  const heading = document.createElement('h1');
  heading.textContent = kept?.textContent ?? '';
  kept?.replaceWith(heading);
  show(heading.textContent, content);
}

/**
 * Stands in for the album `id`: the album's own page is fetched and its main content put in place, so that the shared
 * address works on a server that ignores queries and knows no rewrites.
 */
export async function standIn(id: string): Promise<void> {
  try {
    const page = await fetchPage(id);
    if (page) {
      const title = page.querySelector('h1')?.textContent ?? '';
      const content = document.createDocumentFragment();
      content.append(...(page.querySelector('main')?.childNodes ?? []));
      const canonical = page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
      return show(title, content, canonical);
    }
    const { fetchLiveAlbum } = await import('./liveAlbum.ts');
    const album = await fetchLiveAlbum(id);
    if (album) show(album.title, album.content);
    else showWord('unknown');
  } catch {
    showWord('failed');
  }
}
