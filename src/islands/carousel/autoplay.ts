/** Why a carousel does not move by itself. */
export type PauseReason = 'paused' | 'hover' | 'focus' | 'touch' | 'away';

export interface Autoplay {
  /** Sets or clears one reason; the carousel moves while there is none. */
  setPaused(reason: PauseReason, on: boolean): void;
}

/** Calls `move` every `interval` ms while there is no reason to pause; after a pause a whole interval passes first. */
export function createAutoplay(interval: number, move: () => void, paused: readonly PauseReason[] = []): Autoplay {
  const reasons = new Set<PauseReason>(paused);
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
    setPaused(reason, on) {
      if (on) reasons.add(reason);
      else reasons.delete(reason);
      apply();
    },
  };
}
