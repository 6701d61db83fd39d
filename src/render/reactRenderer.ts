/**
 * What the compiled site uses in place of `@astrojs/react/server.js` (see `adapter.mjs`), which renders each component
 * twice, the first time to find out whether it is one of React's.
 */
import type { NamedSSRLoadedRendererValue } from 'astro';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { markupOf } from '../cards/markup.ts';

const renderer: NamedSSRLoadedRendererValue = {
  name: '@astrojs/react',
  // A text is the name of an element.
  check: async (component) => typeof component !== 'string',
  async renderToStaticMarkup(component, props, slots) {
    if (Object.keys(slots).length > 0)
      throw new Error(`${component.name} is given slots, which React components of pages do not take.`);
    const element = createElement(component, props);
    // What the browser brings to life says so: React then tells texts that stand side by side apart by comments.
    return { html: component.isIsland ? renderToString(element) : markupOf(element) };
  },
};

export default renderer;
