import type { Collection, Db } from 'mongodb';
import { mutex } from '../../concurrency/mutex.ts';
import type {
  Json,
  OperationRequest,
  OperationRequests,
  OperationStatus,
  QueuedOperation,
} from '../../ports/operation-requests.ts';
import { mapErrors } from './connection.ts';
import { heartbeats } from './leases.ts';

/** The operation, its progress and its outcome are stored as JSON text, so that they may have any field names. */
type StoredRequest = {
  readonly _id: string;
  /** Empty once it is finished. */
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
  /** Unique to this process. */
  readonly holder: string;
  /** Milliseconds without a heartbeat after which the process that took a request counts as dead. */
  readonly lifetime: number;
  readonly newId: () => string;
  /** The time of day: requests are taken in its order, and deleted a day after their end. */
  readonly time: () => Date;
  /** Called when a heartbeat could not be sent; the next one is sent all the same. */
  readonly failed: (error: unknown) => void;
};

const retentionMs = 24 * 60 * 60 * 1000;

/** Requests as documents. Throws Unavailable if MongoDB does not answer. `close` stops the heartbeats, so that other processes take over. */
export const mongoOperationRequests = (
  db: Db,
  taker: RequestTaker,
): OperationRequests & { readonly close: () => void } => {
  const requests = db.collection<StoredRequest>('operation_requests');
  const heartbeat = startHeartbeat(requests, taker);
  const update = (
    id: string,
    change: { readonly $set: Partial<StoredRequest>; readonly $inc?: { readonly beat: 1 } },
  ) => mapErrors(() => requests.updateOne({ _id: id, state: 'taken', holder: taker.holder }, change));
  return {
    enqueue: (operation) => enqueue(requests, taker, operation),
    take: taking(requests, taker, heartbeat),
    progress: async (id, progress) => {
      await update(id, { $set: { progress: JSON.stringify(progress) }, $inc: { beat: 1 } });
    },
    finish: async (id, outcome) => {
      const finished = { state: 'finished', operation: '', finished_at: taker.time() } as const;
      await update(id, { $set: { ...finished, outcome: JSON.stringify(outcome) } });
      heartbeat.stop(id);
    },
    find: async (id) => {
      const found = await mapErrors(() => requests.findOne({ _id: id }));
      return found ? statusOf(found) : undefined;
    },
    close: heartbeat.close,
  };
};

const enqueue = async (
  requests: Collection<StoredRequest>,
  { newId, time }: RequestTaker,
  { name, options }: OperationRequest,
): Promise<string> => {
  const outdated = new Date(time().getTime() - retentionMs);
  await mapErrors(() => requests.deleteMany({ state: 'finished', finished_at: { $lt: outdated } }));
  const request: StoredRequest = {
    _id: newId(),
    operation: JSON.stringify({ name, options }),
    asked_at: time(),
    state: 'waiting',
    holder: '',
    beat: 0,
  };
  await mapErrors(() => requests.insertOne(request));
  return request._id;
};

/** Takes an abandoned request before a waiting one, since it is older. */
const taking = (
  requests: Collection<StoredRequest>,
  { holder, lifetime }: RequestTaker,
  heartbeat: ReturnType<typeof startHeartbeat>,
): (() => Promise<QueuedOperation | undefined>) => {
  const { isExpired } = heartbeats(lifetime);
  const claim = { $set: { state: 'taken', holder }, $inc: { beat: 1 } } as const;
  const oldestFirst = { sort: { asked_at: 1, _id: 1 } } as const;

  const takeAbandoned = async (taken: readonly StoredRequest[], readAt: number): Promise<StoredRequest | null> => {
    for (const { _id, ...read } of taken) {
      if (heartbeat.has(_id)) continue;
      // A request of this process without a heartbeat was taken by a call whose answer was lost.
      if (read.holder !== holder && !isExpired(_id, read, readAt)) continue;
      const unchanged = { _id, state: 'taken', holder: read.holder, beat: read.beat } as const;
      const request = await requests.findOneAndUpdate(unchanged, claim);
      if (request) return request;
    }
    return null;
  };
  const takeOldest = async () => {
    const readAt = performance.now();
    const open = await requests.find({ state: { $in: ['taken', 'waiting'] } }, oldestFirst).toArray();
    const abandoned = await takeAbandoned(
      open.filter(({ state }) => state === 'taken'),
      readAt,
    );
    if (abandoned || !open.some(({ state }) => state === 'waiting')) return abandoned;
    return requests.findOneAndUpdate({ state: 'waiting' }, claim, oldestFirst);
  };

  // One call at a time: a request that is just being taken would look abandoned to another call.
  const oneAtATime = mutex();
  return () =>
    oneAtATime(async () => {
      const request = await mapErrors(takeOldest);
      if (!request) return undefined;
      heartbeat.start(request._id);
      return { id: request._id, operation: JSON.parse(request.operation) as OperationRequest };
    });
};

const statusOf = ({ _id, operation, state, progress, outcome }: StoredRequest): OperationStatus => {
  if (state === 'finished') return { id: _id, state, outcome: JSON.parse(outcome ?? 'null') as Json };
  const request = { id: _id, operation: JSON.parse(operation) as OperationRequest };
  if (state === 'waiting') return { ...request, state };
  return {
    ...request,
    state: 'running',
    progress: progress === undefined ? undefined : (JSON.parse(progress) as Json),
  };
};

/** So many in a lifetime that one or two may be lost. */
const heartbeatsPerLifetime = 4;

/** Sends heartbeats for the requests that this process has taken, until it finishes them or another process takes them. */
const startHeartbeat = (requests: Collection<StoredRequest>, { holder, lifetime, failed }: RequestTaker) => {
  const timers = new Map<string, NodeJS.Timeout>();

  const stop = (id: string) => {
    clearInterval(timers.get(id));
    timers.delete(id);
  };
  const send = async (id: string) => {
    try {
      const sent = await requests.updateOne({ _id: id, state: 'taken', holder }, { $inc: { beat: 1 } });
      if (sent.matchedCount === 0) stop(id);
    } catch (error) {
      failed(error);
    }
  };
  return {
    start: (id: string): void => {
      stop(id);
      timers.set(id, setInterval(() => void send(id), lifetime / heartbeatsPerLifetime).unref());
    },
    has: (id: string): boolean => timers.has(id),
    stop,
    close: (): void => {
      for (const id of [...timers.keys()]) stop(id);
    },
  };
};
