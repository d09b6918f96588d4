import type { KeyUse, KeyUses } from '../ports/key-uses.ts';

/** Notes the uses of keys and stores them together, now and then: no request waits for it. */
export type KeyUseRecorder = {
  readonly used: (keyId: string) => void;
  /** Stores what was noted; a failure leaves it for the next time. */
  readonly flush: () => Promise<void>;
  /** Stores what was noted for the last time. */
  readonly close: () => Promise<void>;
};

type Dependencies = Pick<KeyUses, 'record'> & { readonly now: () => Date; readonly intervalMs?: number };

/** Each key is stored once a minute at most. */
export const keyUseRecorder = ({ record, now, intervalMs = 5_000 }: Dependencies): KeyUseRecorder => {
  let noted = new Map<string, string>();
  let stored = { minute: '', keyIds: new Set<string>() };
  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const uses = [...noted].map(([keyId, usedAt]): KeyUse => ({ keyId, usedAt }));
    noted = new Map();
    try {
      await record(uses);
    } catch {
      noted = new Map([...uses.map(({ keyId, usedAt }) => [keyId, usedAt] as const), ...noted]);
    }
  };
  const timer = setInterval(() => void flush(), intervalMs).unref();
  return {
    used: (keyId) => {
      const minute = minuteOf(now());
      if (stored.minute !== minute) stored = { minute, keyIds: new Set() };
      if (stored.keyIds.has(keyId)) return;
      stored.keyIds.add(keyId);
      noted.set(keyId, minute);
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
};

const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16)}:00.000Z`;
