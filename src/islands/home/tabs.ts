import { carryOut } from '../../lib/presses.ts';

/**
 * Turns a list of links to sections into tabs after the ARIA pattern: one selected, arrow keys, Home and End move and
 * select. Without script the links jump to the sections, all of which show.
 */
export function startTabs(root: HTMLElement): void {
  const list = root.querySelector('ul');
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('ul:first-of-type a')];
  const panels = tabs.map((tab) => root.querySelector<HTMLElement>(tab.hash));
  if (!list || tabs.length === 0) return;
  const select = (at: number) => {
    tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
      panels[index]?.classList.toggle('sel', index === at);
    });
  };
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-labelledby', 'tabs');
  tabs.forEach((tab, index) => {
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', tab.hash.slice(1));
    tab.parentElement?.setAttribute('role', 'presentation');
    panels[index]?.setAttribute('role', 'tabpanel');
    panels[index]?.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      select(index);
    });
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1, ' ': index, Enter: index }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const at = (to + tabs.length) % tabs.length;
      select(at);
      tabs[at]?.focus();
    });
  });
  select(0);
  carryOut(root);
}
