import { domReady } from '../../lib/domReady.ts';
import { savesData, whenLoadedAndIdle } from '../../lib/idle.ts';
import { carryOut } from '../../lib/presses.ts';
import { photoLinks } from './photos.ts';

type OpenState = { readonly lightbox?: true };

let current: { close(): void } | null = null;
let opening = false;

const addressWithoutPhoto = () => location.pathname + location.search;

/** Takes the photo out of the address: by going back where opening added an entry. */
function leaveAddress(): void {
  if (location.hash === '') return;
  if ((history.state as OpenState | null)?.lightbox) history.back();
  else history.replaceState(null, '', addressWithoutPhoto());
}

async function load() {
  const { openLightbox, styled } = await import('./lightbox.ts');
  await styled();
  return openLightbox;
}

async function open(link: HTMLAnchorElement): Promise<void> {
  if (current || opening) return;
  opening = true;
  link.setAttribute('aria-busy', 'true');
  try {
    const openLightbox = await load();
    current = openLightbox(link, {
      shown: ({ id }) => history.replaceState(history.state, '', `${addressWithoutPhoto()}#${id}`),
      closing: leaveAddress,
      closed: () => {
        current = null;
      },
    });
  } catch {
    // The lightbox could not be loaded: follow the link as without script.
    location.assign(link.href);
  } finally {
    opening = false;
    link.removeAttribute('aria-busy');
  }
}

function followAddress(): void {
  const link = photoLinks().find(({ id }) => `#${id}` === location.hash);
  if (link) void open(link);
  else current?.close();
}

function openPressed(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('.photos a[data-pswp-width]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  const state: OpenState = { lightbox: true };
  history.pushState(state, '', `${addressWithoutPhoto()}#${link.id}`);
  void open(link);
}

/** Opens photos in the lightbox and in the address; opening adds a history entry, so that Back closes it, as on phones. */
function startAlbum(): void {
  document.addEventListener('click', openPressed);
  addEventListener('popstate', followAddress);
  // Before a photo is opened that the address names: while it loads, it looks as one that was pressed.
  for (const photos of document.querySelectorAll('.photos')) carryOut(photos);
  followAddress();
  // A failed preload is repeated by the press that needs it.
  if (!savesData()) whenLoadedAndIdle(() => void load().catch(() => {}));
}

/** Starts the page's album; on /SubGallery, the album that `?id=` names. */
export async function startAlbums(): Promise<void> {
  await domReady();
  const id = new URLSearchParams(location.search).get('id');
  if (id && !document.querySelector('.photos')) {
    const { showAlbumById } = await import('./albumById.ts');
    await showAlbumById(id);
  }
  if (document.querySelector('.photos')) startAlbum();
}
