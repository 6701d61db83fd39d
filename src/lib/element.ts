import { langOf } from './text.ts';
import { timeLimit } from './timeLimit.ts';

/** An element with a class and content; a text says its language. */
export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, ...content: (Node | string)[]) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  const lang = langOf(content.filter((part) => typeof part === 'string').join(' '));
  if (lang) made.lang = lang;
  return made;
}

export const anchor = (href: string, label: string): HTMLAnchorElement => Object.assign(element('a', '', label), { href });

/** Adds a style sheet to the document; settles when it is there. Rejects when it cannot be loaded. */
export function loadStyle(href: string): Promise<void> {
  return new Promise((settle, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => settle();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} could not be loaded.`));
    };
    document.head.append(link);
  });
}

/** A page of the site as a document; null where there is none. Rejects when the request fails. */
export async function fetchPage(address: string): Promise<Document | null> {
  const response = await fetch(address, { signal: timeLimit() });
  if (response.ok) {
    // This page's policy allows its own inline styles alone, and would name the others in the console.
    const html = (await response.text()).replace(/<style[\s\S]*?<\/style>/g, '');
    return new DOMParser().parseFromString(html, 'text/html');
  }
  // An unread body keeps its connection open.
  await response.body?.cancel();
  return null;
}
