import { domReady } from '../../lib/domReady.ts';
import { startAlbum } from './album.ts';

/** Starts the page's album; on /SubGallery, the album that `?id=` names. */
export async function startAlbums(): Promise<void> {
  await domReady();
  if (document.querySelector('.photos')) return startAlbum();
  const id = new URLSearchParams(location.search).get('id');
  if (!id) return;
  const { showAlbumById } = await import('./albumById.ts');
  await showAlbumById(id);
}
