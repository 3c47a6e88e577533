/** The moment under the cursor, shared by the charts and the track without rendering them again. */

export interface Cursor {
  /** Milliseconds since 1970; null when the cursor is elsewhere. */
  move: (at: number | null) => void;
  subscribe: (listener: (at: number | null) => void) => () => void;
}

export function createCursor(): Cursor {
  const listeners = new Set<(at: number | null) => void>();
  return {
    move: (at) => {
      for (const listener of listeners) {
        listener(at);
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
