/** Who holds something, and how often that one has said so. */
export type Heartbeat = { readonly holder: string; readonly beat: number };

type Seen = Heartbeat & { readonly at: number };

/**
 * Tells whether holders are dead, by the asker's own clock alone: clocks of two machines are never compared. A holder is dead when the same
 * beat was seen for `lifetime` milliseconds.
 */
export const heartbeats = (lifetime: number, now: () => number = () => performance.now()) => {
  const seen = new Map<string, Seen>();
  return {
    /** `askedAt`: when the beat that was read was asked for, by the same clock. */
    stopped: (key: string, { holder, beat }: Heartbeat, askedAt: number): boolean => {
      const last = seen.get(key);
      if (last?.holder === holder && last.beat === beat) return askedAt - last.at >= lifetime;
      seen.set(key, { holder, beat, at: now() });
      return false;
    },
  };
};
