import type { Collection, Db } from 'mongodb';
import type { OperationRequest, Json, OperationRequests, OperationStatus } from '../../ports/operation-requests.ts';
import { answered } from './answered.ts';
import { heartbeats } from './heartbeats.ts';

/** What was asked, told and answered is kept as text of JSON, so that it comes back as it was, whatever its names are. */
type StoredRequest = {
  readonly _id: string;
  readonly operation: string;
  readonly asked_at: Date;
  readonly state: 'waiting' | 'taken' | 'finished';
  readonly holder: string;
  readonly beat: number;
  readonly progress?: string;
  readonly outcome?: string;
  readonly finished_at?: Date;
};

export type RequestTaker = {
  /** Names this process among all others. */
  readonly holder: string;
  /** Milliseconds without a beat after which a taker is dead to the others. */
  readonly lifetime: number;
  readonly newId: () => string;
  /** The time of day: requests are taken in its order, and forgotten a day after their end. */
  readonly time: () => Date;
  /** Told of a beat that could not be given; the next one is tried all the same. */
  readonly failed: (error: unknown) => void;
};

const day = 24 * 60 * 60 * 1000;

/** Requests as documents in MongoDB; Unavailable where it does not answer. `close` ends the beats of what this process has taken, so that others take it. */
export const mongoOperationRequests = (
  db: Db,
  taker: RequestTaker,
): OperationRequests & { readonly close: () => void } => {
  const { holder, newId, time } = taker;
  const requests = db.collection<StoredRequest>('operation_requests');
  const beating = startHeartbeat(requests, taker);
  const take = taking(requests, taker, beating.has);
  let turn: Promise<unknown> = Promise.resolve();

  return {
    enqueue: async ({ name, options }) => {
      const forgotten = new Date(time().getTime() - day);
      await answered(() => requests.deleteMany({ state: 'finished', finished_at: { $lt: forgotten } }));
      const operation = JSON.stringify({ name, options });
      const _id = newId();
      const waiting = { _id, operation, asked_at: time(), state: 'waiting', holder: '', beat: 0 } as const;
      await answered(() => requests.insertOne(waiting));
      return _id;
    },
    take: () => {
      // One after the other: what is being taken looks like what was taken and not heard of.
      const taken = turn.then(async () => {
        const request = await answered(take);
        if (!request) return undefined;
        beating.begin(request._id);
        return { id: request._id, operation: JSON.parse(request.operation) as OperationRequest };
      });
      turn = taken.catch(() => undefined);
      return taken;
    },
    progress: async (id, progress) => {
      const told = { $set: { progress: JSON.stringify(progress) }, $inc: { beat: 1 } };
      await answered(() => requests.updateOne({ _id: id, state: 'taken', holder }, told));
    },
    finish: async (id, outcome) => {
      const finished = { state: 'finished', outcome: JSON.stringify(outcome), finished_at: time() } as const;
      await answered(() => requests.updateOne({ _id: id, state: 'taken', holder }, { $set: finished }));
      beating.end(id);
    },
    find: async (id) => {
      const found = await answered(() => requests.findOne({ _id: id }));
      return found ? standingOf(found) : undefined;
    },
    close: beating.close,
  };
};

/** Takes an abandoned request before one that waits: it was asked for earlier. */
const taking = (
  requests: Collection<StoredRequest>,
  { holder, lifetime }: RequestTaker,
  isRunning: (id: string) => boolean,
) => {
  const beats = heartbeats(lifetime);
  const mine = { $set: { state: 'taken', holder }, $inc: { beat: 1 } } as const;
  const oldestFirst = { sort: { asked_at: 1, _id: 1 } } as const;

  const abandoned = async (): Promise<StoredRequest | null> => {
    const askedAt = performance.now();
    for (const { _id, ...seen } of await requests.find({ state: 'taken' }, oldestFirst).toArray()) {
      if (isRunning(_id)) continue;
      // One of our own that does not run was taken by a call whose answer was lost.
      if (seen.holder !== holder && !beats.stopped(_id, seen, askedAt)) continue;
      const unchanged = { _id, state: 'taken', holder: seen.holder, beat: seen.beat } as const;
      const taken = await requests.findOneAndUpdate(unchanged, mine);
      if (taken) return taken;
    }
    return null;
  };
  return async () =>
    (await abandoned()) ?? (await requests.findOneAndUpdate({ state: 'waiting' }, mine, oldestFirst)) ?? undefined;
};

const standingOf = ({ _id, operation, state, progress, outcome }: StoredRequest): OperationStatus => {
  const request = { id: _id, operation: JSON.parse(operation) as OperationRequest };
  if (state === 'waiting') return { ...request, state };
  if (state === 'finished') return { ...request, state, outcome: JSON.parse(outcome ?? 'null') as Json };
  return {
    ...request,
    state: 'running',
    progress: progress === undefined ? undefined : (JSON.parse(progress) as Json),
  };
};

/** Beats so often within the lifetime that one or two may be lost. */
const beatsInLifetime = 4;

/** Makes known that this process is at work on what it has taken, until it ends it or another has taken it. */
const startHeartbeat = (
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
