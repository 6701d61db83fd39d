import { albumPath } from '../../lib/paths.ts';
import { timeLimit } from '../../lib/timeLimit.ts';
import { startShare } from '../share/share.ts';
import { startAlbum } from './album.ts';

const siteName = document.title.slice(document.title.indexOf(' · '));

/** Replaces the index of albums in `main`, and the document's title and canonical link. */
function show(title: string, content: Node, canonical?: string): void {
  document.title = title + siteName;
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (canonical && link) link.href = canonical;
  document.querySelector('main')?.replaceChildren(content);
  document.documentElement.classList.remove('waiting');
  if (document.querySelector('.photos')) startAlbum();
  void startShare();
}

/** The album's published page; null when there is none. */
async function fetchPage(id: string): Promise<Document | null> {
  const response = await fetch(albumPath(id), { signal: timeLimit(20_000) });
  if (!response.ok) {
    // An unread body keeps its connection open.
    await response.body?.cancel();
    return null;
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.querySelector('main .photos') ? page : null;
}

/** Shows the page's template for an album that does not exist, or could not be fetched. */
function showMessage(id: 'unknown' | 'failed'): void {
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
 * Shows the album that `/SubGallery?id=` names, for hosts without rewrites by query: from its published page, or from
 * the content service when it is newer than the release.
 */
export async function showAlbumById(id: string): Promise<void> {
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
    else showMessage('unknown');
  } catch {
    showMessage('failed');
  }
}
