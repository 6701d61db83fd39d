import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAutoplay, visibleSlides } from '../../../../src/islands/carousel/carousel.ts';

describe('A carousel that moves by itself', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('moves each interval', () => {
    const move = vi.fn();
    createAutoplay(2000, move);
    vi.advanceTimersByTime(1999);
    expect(move).not.toHaveBeenCalled();
    vi.advanceTimersByTime(4001);
    expect(move).toHaveBeenCalledTimes(3);
  });

  test('rests until the last of several reasons is gone', () => {
    const move = vi.fn();
    const autoplay = createAutoplay(2000, move, ['away']);
    autoplay.setPaused('hover', true);
    autoplay.setPaused('away', false);
    vi.advanceTimersByTime(10_000);
    expect(move).not.toHaveBeenCalled();
    autoplay.setPaused('hover', false);
    vi.advanceTimersByTime(2000);
    expect(move).toHaveBeenCalledTimes(1);
  });

  test('waits a whole interval after a rest', () => {
    const move = vi.fn();
    const autoplay = createAutoplay(2000, move);
    vi.advanceTimersByTime(1900);
    autoplay.setPaused('touch', true);
    autoplay.setPaused('touch', false);
    vi.advanceTimersByTime(1999);
    expect(move).not.toHaveBeenCalled();
  });

  test('keeps its pace when a reason that does not hold is lifted', () => {
    const move = vi.fn();
    const autoplay = createAutoplay(2000, move);
    vi.advanceTimersByTime(1500);
    autoplay.setPaused('focus', false);
    vi.advanceTimersByTime(500);
    expect(move).toHaveBeenCalledTimes(1);
  });
});

describe('The slides on show', () => {
  test('are counted from widths that browsers have rounded', () => {
    expect(visibleSlides(0, 400, 1200)).toEqual({ first: 0, count: 3 });
    expect(visibleSlides(799.4, 399.67, 1199)).toEqual({ first: 2, count: 3 });
  });

  test('are one at least, also before there is a layout', () => {
    expect(visibleSlides(0, 0, 0)).toEqual({ first: 0, count: 1 });
    expect(visibleSlides(0, 400, 120)).toEqual({ first: 0, count: 1 });
  });
});
