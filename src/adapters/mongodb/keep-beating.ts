import type { Collection } from 'mongodb';
import type { RequestTaker, StoredRequest } from './requests.ts';

/** Beats so often within the lifetime that one or two may be lost. */
const beatsInLifetime = 4;

/** Makes known that this process is at work on what it has taken, until it ends it or another has taken it. */
export const keepBeating = (
  requests: Collection<StoredRequest>,
  { holder, lifetime, failed }: Pick<RequestTaker, 'holder' | 'lifetime' | 'failed'>,
) => {
  const timers = new Map<string, NodeJS.Timeout>();

  const end = (id: string) => {
    clearInterval(timers.get(id));
    timers.delete(id);
  };
  const beat = async (id: string) => {
    try {
      const beaten = await requests.updateOne({ _id: id, state: 'taken', holder }, { $inc: { beat: 1 } });
      if (beaten.matchedCount === 0) end(id);
    } catch (error) {
      failed(error);
    }
  };
  return {
    begin: (id: string): void => {
      end(id);
      timers.set(id, setInterval(() => void beat(id), lifetime / beatsInLifetime).unref());
    },
    has: (id: string): boolean => timers.has(id),
    end,
    close: (): void => {
      for (const id of [...timers.keys()]) end(id);
    },
  };
};
