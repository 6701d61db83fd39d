import { domReady } from '../../lib/domReady.ts';

/** Hands the page to the device's own sharing; copies its address where there is none. What to tell the visitor: empty for nothing. */
async function share(title: string): Promise<string> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  if (!('share' in navigator)) return copy(url);
  try {
    await navigator.share({ title, url });
    return '';
  } catch (error) {
    // The visitor closed the device's dialog.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : copy(url);
  }
}

async function copy(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url);
    return 'Link copied';
  } catch {
    // Refused, or not a secure address: the visitor can still copy it by hand.
    return url;
  }
}

/** Makes the buttons that share the page, or copy an address, answer in the status beside them. */
export async function startShare(): Promise<void> {
  await domReady();
  for (const button of document.querySelectorAll<HTMLButtonElement>('.acts button')) {
    const status = button.nextElementSibling;
    button.addEventListener('click', async () => {
      const { copy: address, title = '' } = button.dataset;
      const told = await (address === undefined ? share(title) : copy(address));
      if (status) status.textContent = told;
    });
    button.classList.add('live');
  }
}
