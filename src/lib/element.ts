import { langOf } from './text.ts';

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
