import { parsed } from '../../lib/moments.ts';
import { startAlbum } from './album.ts';

/** Starts the album of the page; on /SubGallery, which has none, what stands in for the album that `?id=` names. */
export async function startAlbums(): Promise<void> {
  await parsed();
  if (document.querySelector('.photos')) return startAlbum();
  const id = new URLSearchParams(location.search).get('id');
  if (!id) return;
  const { standIn } = await import('./standIn.ts');
  await standIn(id);
}
