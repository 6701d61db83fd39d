import { describe, expect, it } from 'vitest';
import { ROUTES, rightCase } from '../../../src/lib/routes.ts';

describe('the right spelling of an address', () => {
  it('is found for every route in small and in capital letters', () => {
    for (const route of ROUTES.filter((path) => path !== '/')) {
      expect(rightCase(route.toLowerCase(), ROUTES)).toBe(route);
      expect(rightCase(route.toUpperCase(), ROUTES)).toBe(route);
    }
  });

  it('keeps what follows the page', () => {
    expect(rightCase('/news/2025-03', ROUTES)).toBe('/News/2025-03');
    expect(rightCase('/SUBGALLERY/~41b/2', ROUTES)).toBe('/SubGallery/~41b/2');
    expect(rightCase('/events/', ROUTES)).toBe('/Events');
  });

  it('is not offered for a right spelling, so that no page leads to itself', () => {
    for (const route of ROUTES) expect(rightCase(route, ROUTES)).toBeNull();
    expect(rightCase('/Events/', ROUTES)).toBeNull();
    expect(rightCase('/News/1999-01', ROUTES)).toBeNull();
  });

  it('is not offered for an unknown page', () => {
    expect(rightCase('/nowhere', ROUTES)).toBeNull();
    expect(rightCase('/event', ROUTES)).toBeNull();
    expect(rightCase('//events', ROUTES)).toBeNull();
    expect(rightCase('', ROUTES)).toBeNull();
  });
});
