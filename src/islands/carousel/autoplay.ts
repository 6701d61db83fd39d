/** Why a carousel does not move by itself just now. */
export type Hold = 'paused' | 'hover' | 'focus' | 'touch' | 'away';

export interface Autoplay {
  /** Sets or lifts one reason; the carousel moves while there is none. */
  hold(reason: Hold, on: boolean): void;
}

/**
 * Calls `move` every `interval` milliseconds for as long as nothing holds it back; each start waits a whole interval,
 * so that a visitor who has just turned away is not hurried.
 */
export function createAutoplay(interval: number, move: () => void, held: readonly Hold[] = []): Autoplay {
  const reasons = new Set<Hold>(held);
  let timer: ReturnType<typeof setInterval> | undefined;
  const apply = () => {
    if (reasons.size === 0) timer ??= setInterval(move, interval);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  apply();
  return {
    hold(reason, on) {
      if (on) reasons.add(reason);
      else reasons.delete(reason);
      apply();
    },
  };
}
