import type { RecordedEvent } from '../src/domain/events.ts';
import type { EventStore } from '../src/ports/event-store.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import type { UploadKey } from '../src/ports/uploads.ts';
import type { Generation } from '../src/ports/read-model.ts';
import { type Checksum, idsOf, addId } from './checksum.ts';

/** One group of ids that is not the same in the log and in a read model: a collection's tickets, or all accounts. */
export type Mismatch = { readonly group: string; readonly inLog: number; readonly inModel: number };

/** How one read model compares with the log at one position: how many ids it holds, and where the two differ. */
export type Comparison = {
  readonly projection: ProjectionName;
  readonly count: number;
  readonly mismatches: readonly Mismatch[];
};

type Groups = ReadonlyMap<string, Checksum>;

const none: Checksum = { count: 0, sum: 0n };
const accounts = 'accounts';

/** What the read models should hold, read from the log alone: a digest of the accounts, of each live collection's tickets, and of its uploads. */
export const logChecksum = (store: Pick<EventStore, 'subscribe'>, signal: AbortSignal) => {
  const collections = new Map<string, Checksum>();
  const uploads = new Map<string, Checksum>();
  const started = new Set<string>();
  let users = none;
  let position = 0n;

  const take = (event: RecordedEvent) => {
    if (event.type === 'UserRegistered') users = addId(users, event.data.userId);
    else if (event.type === 'CollectionCreated') {
      collections.set(event.data.collectionId, none);
      uploads.set(event.data.collectionId, none);
    } else if (event.type === 'CollectionDeleted') {
      collections.delete(event.data.collectionId);
      uploads.delete(event.data.collectionId);
    } else if (event.type === 'TicketStored') {
      const { collectionId, recordId } = event.data;
      add(collections, collectionId, `${collectionId}/${recordId}`);
    }
    takeUpload(event);
  };
  const takeUpload = (event: RecordedEvent) => {
    if (event.type === 'UploadStarted') {
      const { uploadId, collectionId } = event.data;
      started.add(`${collectionId}/${uploadId}`);
      add(uploads, collectionId, `${collectionId}/${uploadId}`);
    } else if (event.type === 'UploadProgressed') {
      for (const { index } of event.data.skipped) takeOutcome(event.data, index);
    } else if (event.type === 'TicketStored') {
      const { uploadId, place } = event.metadata;
      if (uploadId !== undefined && place !== undefined)
        takeOutcome({ collectionId: event.data.collectionId, uploadId }, place);
    }
  };
  const takeOutcome = ({ collectionId, uploadId }: UploadKey, index: number) => {
    if (!started.has(`${collectionId}/${uploadId}`)) return;
    add(uploads, collectionId, `${collectionId}/${uploadId}/${String(index).padStart(6, '0')}`);
  };

  return {
    position: () => position,
    /** Reads on up to a position and no further. */
    readTo: async (goal: bigint, progress: (position: bigint) => void) => {
      if (position >= goal) return;
      for await (const { events, caughtUp } of store.subscribe(position, signal)) {
        for (const event of events) if (event.position <= goal) take(event);
        position = events.reduce((last, event) => (event.position <= goal ? event.position : last), position);
        progress(position);
        if (caughtUp || (events.at(-1)?.position ?? 0n) >= goal) break;
      }
      position = goal;
    },
    /** What a read model should hold: collections are ids of their own where there are rows of them. */
    groups: (projection: ProjectionName): Groups => {
      if (projection === 'accounts') return new Map([[accounts, users]]);
      if (projection === 'ticket-index') return collections;
      if (projection === 'uploads') return uploads;
      return new Map([...collections].map(([id, tickets]) => [id, addId(tickets, id)]));
    },
  };
};

const add = (groups: Map<string, Checksum>, group: string, id: string): void => {
  const digest = groups.get(group);
  if (digest) groups.set(group, addId(digest, id));
};

/** Compares a copy that stands still with what the log says at the same position. */
export const compare = async (
  projection: ProjectionName,
  copy: Pick<Generation<never>, 'ids'>,
  inLog: Groups,
): Promise<Comparison> => {
  const inModel = new Map<string, Checksum>();
  let count = 0;
  for await (const ids of idsOf(copy)) {
    count += ids.length;
    for (const id of ids) {
      const group = projection === 'accounts' ? accounts : (id.split('/')[0] ?? id);
      inModel.set(group, addId(inModel.get(group) ?? none, id));
    }
  }
  return { projection, count, mismatches: mismatchesOf(inLog, inModel) };
};

const mismatchesOf = (inLog: Groups, inModel: Groups): readonly Mismatch[] =>
  [...new Set([...inLog.keys(), ...inModel.keys()])].flatMap((group) => {
    const [log, model] = [inLog.get(group) ?? none, inModel.get(group) ?? none];
    return log.count === model.count && log.sum === model.sum
      ? []
      : [{ group, inLog: log.count, inModel: model.count }];
  });
