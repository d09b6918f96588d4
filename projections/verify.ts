import type { ErasureRequested } from '../src/domain/erasure-events.ts';
import type { RecordedEvent } from '../src/domain/events.ts';
import { nameSet } from '../src/domain/name-set.ts';
import type { EventStore, ReadProgress } from '../src/ports/event-store.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import type { UploadKey } from '../src/ports/uploads.ts';
import type { Generation } from '../src/ports/read-model.ts';
import { addId, type Checksum, idsOf, removeId } from './checksum.ts';

/** A group of ids that differs between the log and a read model: a collection's tickets, or all accounts. */
export type Mismatch = { readonly group: string; readonly inLog: number; readonly inModel: number };

/** A read model compared with the log at the same position: the number of its ids, and the groups that differ. */
export type Comparison = {
  readonly projection: ProjectionName;
  readonly count: number;
  readonly mismatches: readonly Mismatch[];
};

type Groups = ReadonlyMap<string, Checksum>;

const none: Checksum = { count: 0, sum: 0n };
const accounts = 'accounts';

/** The ids that the read models should hold, from the log alone: checksums of accounts, of each live collection's tickets, and of its uploads. */
export const logChecksum = (store: Pick<EventStore, 'subscribe'>, signal: AbortSignal) => {
  const ids = idsInLog();
  let position = 0n;
  let read = 0;
  return {
    position: () => position,
    /** Reads up to a position and no further; `progress` counts the events of all calls. */
    readTo: async (goal: bigint, progress: (progress: ReadProgress) => void) => {
      if (position >= goal) return;
      for await (const { events, caughtUp } of store.subscribe(position, signal)) {
        const wanted = events.filter((event) => event.position <= goal);
        for (const event of wanted) ids.add(event);
        position = wanted.at(-1)?.position ?? position;
        read += wanted.length;
        progress({ position, goal, events: read });
        if (caughtUp || (events.at(-1)?.position ?? 0n) >= goal) break;
      }
      position = goal;
    },
    groups: ids.groups,
  };
};

/** Checksums of ids by group, as events are added in the order of the log. */
const idsInLog = () => {
  const collections = new Map<string, Checksum>();
  const uploads = uploadIdsInLog();
  const [stored, erased] = [nameSet(), nameSet()];
  let users = none;
  const erase = ({ collectionId, tickets }: ErasureRequested['data']): void => {
    for (const { recordId, uploads: outcomes } of tickets) {
      const id = `${collectionId}/${recordId}`;
      // Two requests at the same time may have the same ticket.
      if (erased.has(id)) continue;
      erased.add(id);
      // A log that is read anew may not have its events any more.
      if (stored.has(id)) removeFrom(collections, collectionId, id);
      else for (const { uploadId, index } of outcomes) uploads.addOutcome({ collectionId, uploadId }, index);
    }
  };
  return {
    add: (event: RecordedEvent): void => {
      if (event.type === 'UserRegistered') users = addId(users, event.data.userId);
      else if (event.type === 'CollectionCreated') collections.set(event.data.collectionId, none);
      else if (event.type === 'CollectionDeleted') collections.delete(event.data.collectionId);
      else if (event.type === 'TicketStored') {
        const { collectionId, recordId } = event.data;
        const id = `${collectionId}/${recordId}`;
        stored.add(id);
        addTo(collections, collectionId, id);
      } else if (event.type === 'ErasureRequested') erase(event.data);
      uploads.add(event);
    },
    /** The ids that a read model should hold. Those of `collections` include the collections themselves. */
    groups: (projection: ProjectionName): Groups => {
      if (projection === 'accounts') return new Map([[accounts, users]]);
      if (projection === 'ticket-index') return collections;
      if (projection === 'uploads') return uploads.groups;
      return new Map([...collections].map(([id, tickets]) => [id, addId(tickets, id)]));
    },
  };
};

/** The ids of uploads and of their tickets' outcomes, by collection. */
const uploadIdsInLog = () => {
  const groups = new Map<string, Checksum>();
  const started = new Set<string>();
  const addOutcome = ({ collectionId, uploadId }: UploadKey, index: number) => {
    const upload = `${collectionId}/${uploadId}`;
    if (started.has(upload)) addTo(groups, collectionId, `${upload}/${String(index).padStart(6, '0')}`);
  };
  return {
    groups,
    addOutcome,
    add: (event: RecordedEvent): void => {
      if (event.type === 'CollectionCreated') groups.set(event.data.collectionId, none);
      else if (event.type === 'CollectionDeleted') groups.delete(event.data.collectionId);
      else if (event.type === 'UploadStarted') {
        const { uploadId, collectionId } = event.data;
        started.add(`${collectionId}/${uploadId}`);
        addTo(groups, collectionId, `${collectionId}/${uploadId}`);
      } else if (event.type === 'UploadProgressed' || event.type === 'UploadStopped') {
        for (const { index } of event.data.skipped ?? []) addOutcome(event.data, index);
      } else if (event.type === 'TicketStored' || event.type === 'TicketCorrected') {
        const { uploadId, place } = event.metadata;
        if (uploadId === undefined || place === undefined) return;
        addOutcome({ collectionId: event.data.collectionId, uploadId }, place);
      }
    },
  };
};

const removeFrom = (groups: Map<string, Checksum>, group: string, id: string): void => {
  const checksum = groups.get(group);
  if (checksum) groups.set(group, removeId(checksum, id));
};

const addTo = (groups: Map<string, Checksum>, group: string, id: string): void => {
  const checksum = groups.get(group);
  if (checksum) groups.set(group, addId(checksum, id));
};

/** Compares a generation of a paused projection with the log at the same position. */
export const compare = async (
  projection: ProjectionName,
  generation: Pick<Generation<never>, 'ids'>,
  inLog: Groups,
): Promise<Comparison> => {
  const inModel = new Map<string, Checksum>();
  let count = 0;
  for await (const ids of idsOf(generation)) {
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
