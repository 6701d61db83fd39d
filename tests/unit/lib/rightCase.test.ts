import { describe, expect, it } from 'vitest';
import { ROUTES, rightCase } from '../../../src/lib/routes.ts';

describe('the right spelling of an address', () => {
  it('is found for every route in small and in capital letters', () => {
    for (const route of ROUTES.filter((path) => path !== '/')) {
      expect(rightCase(route.toLowerCase())).toBe(route);
      expect(rightCase(route.toUpperCase())).toBe(route);
    }
  });

  it('keeps what follows the page', () => {
    expect(rightCase('/news/2025-03')).toBe('/News/2025-03');
    expect(rightCase('/SUBGALLERY/~41b/2')).toBe('/SubGallery/~41b/2');
    expect(rightCase('/events/')).toBe('/Events');
  });

  it('is not offered for a right spelling, so that no page leads to itself', () => {
    for (const route of ROUTES) expect(rightCase(route)).toBeNull();
    expect(rightCase('/Events/')).toBeNull();
    expect(rightCase('/News/1999-01')).toBeNull();
  });

  it('is not offered for an unknown page', () => {
    expect(rightCase('/nowhere')).toBeNull();
    expect(rightCase('/event')).toBeNull();
    expect(rightCase('//events')).toBeNull();
    expect(rightCase('')).toBeNull();
  });
});
