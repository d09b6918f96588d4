import type { ErasureAmended, ErasureRequested } from '../src/domain/erasure-events.ts';
import type { RecordedEvent } from '../src/domain/events.ts';
import { nameSet } from '../src/platform/name-set.ts';
import type { TicketRestored, TicketStored, TicketUndone, TicketWithdrawn } from '../src/domain/ticket-events.ts';
import type { EventStore, ReadProgress } from '../src/ports/event-store.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import type { UploadKey } from '../src/ports/uploads.ts';
import { addId, type Checksum, none, removeId, sum } from './checksum.ts';
import { questionIdsInLog } from './questions-in-log.ts';

/** The tickets of a collection by their state, as far as the log says. */
type States = { readonly active: number; readonly withdrawn: number };

/** By group of ids, their checksum: those of a collection, or of all accounts. */
export type Groups = ReadonlyMap<string, Checksum>;

/** The group of all accounts. */
export const accounts = 'accounts';

/** The ids that the read models should hold, from the log alone: checksums of accounts, of each live collection's tickets, and of its uploads and questions. */
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
    states: ids.states,
  };
};

export type LogChecksum = ReturnType<typeof logChecksum>;

/** Checksums of ids by group, as events are added in the order of the log. */
const idsInLog = () => {
  const uploads = uploadIdsInLog();
  const questions = questionIdsInLog();
  const outcomes = outcomesInLog(uploads.addOutcome);
  const tickets = ticketIdsInLog();
  const users = nameSet();
  let accountIds = none;
  return {
    add: (event: RecordedEvent): void => {
      if (event.type === 'UserRegistered') {
        users.add(event.data.userId);
        accountIds = addId(accountIds, event.data.userId);
        // A deletion may be all that the log still has of an account.
      } else if (event.type === 'AccountDeleted' && users.has(event.data.userId)) {
        users.delete(event.data.userId);
        accountIds = removeId(accountIds, event.data.userId);
      }
      tickets.add(event);
      uploads.add(event);
      questions.add(event);
      outcomes.add(event);
    },
    /** How many tickets of a collection are active and withdrawn. */
    states: tickets.states,
    /** The ids that a read model should hold. Those of `collections` include the collections themselves. */
    groups: (projection: ProjectionName): Groups => {
      if (projection === 'accounts') return new Map([[accounts, accountIds]]);
      if (projection === 'uploads') return uploads.groups();
      if (projection === 'questions') return questions.groups();
      return projection === 'ticket-index' ? tickets.groups : withTheirOwn(tickets.groups);
    },
  };
};

type AddOutcome = (upload: UploadKey, index: number) => void;

/** The ids of the tickets of each collection. */
const ticketIdsInLog = () => {
  const groups = new Map<string, Checksum>();
  const withdrawn = withdrawnInLog();
  const [stored, erased] = [nameSet(), nameSet()];
  const store = ({ collectionId, recordId }: TicketStored['data']): void => {
    const id = `${collectionId}/${recordId}`;
    stored.add(id);
    addTo(groups, collectionId, id);
  };
  const erase = ({ collectionId, tickets }: ErasureRequested['data'] | ErasureAmended['data']): void => {
    for (const { recordId } of tickets) {
      const id = `${collectionId}/${recordId}`;
      // Two requests at the same time may have the same ticket.
      if (erased.has(id)) continue;
      erased.add(id);
      withdrawn.restore(collectionId, id);
      if (stored.has(id)) removeFrom(groups, collectionId, id);
    }
  };
  return {
    groups,
    states: (id: string) => statesOf(groups.get(id), withdrawn.count(id)),
    add: (event: RecordedEvent): void => {
      if (event.type === 'CollectionCreated') groups.set(event.data.collectionId, none);
      else if (event.type === 'CollectionDeleted') groups.delete(event.data.collectionId);
      else if (event.type === 'TicketStored') store(event.data);
      else if (event.type === 'TicketStoredAgain') {
        withdrawn.restore(event.data.collectionId, `${event.data.collectionId}/${event.data.recordId}`);
      } else if (event.type === 'ErasureRequested' || event.type === 'ErasureAmended') erase(event.data);
      // What others do to a ticket after the request to erase it changes no read model.
      else if (event.type === 'TicketWithdrawn' || event.type === 'TicketRestored' || event.type === 'TicketUndone') {
        if (!erased.has(`${event.data.collectionId}/${event.data.recordId}`)) withdrawn.add(event);
      }
    },
  };
};

/**
 * The outcomes of tickets that uploads have stored or updated. A log that is read anew may lack the events of an erased ticket, or some of them while they are
 * erased: the erasure has recorded their outcomes, each of which counts once.
 */
const outcomesInLog = (addOutcome: AddOutcome) => {
  const seen = nameSet();
  const addOnce = (upload: UploadKey, index: number): void => {
    const key = `${upload.collectionId}/${upload.uploadId}/${index}`;
    if (seen.has(key)) return;
    seen.add(key);
    addOutcome(upload, index);
  };
  return {
    add: ({ type, data, metadata: { uploadId, place } }: RecordedEvent): void => {
      if (type === 'ErasureRequested' || type === 'ErasureAmended') {
        for (const { uploads } of data.tickets)
          for (const outcome of uploads) addOnce({ ...outcome, collectionId: data.collectionId }, outcome.index);
      } else if (type === 'TicketStored' || type === 'TicketStoredAgain' || type === 'TicketCorrected') {
        if (uploadId !== undefined && place !== undefined)
          addOnce({ collectionId: data.collectionId, uploadId }, place);
      }
    },
  };
};

const statesOf = ({ count }: Checksum = none, withdrawn: number): States => ({ active: count - withdrawn, withdrawn });

const withTheirOwn = (collections: Groups): Groups =>
  new Map([...collections].map(([id, tickets]) => [id, addId(tickets, id)]));

/** How many tickets of each collection are withdrawn. */
const withdrawnInLog = () => {
  const counts = new Map<string, number>();
  const ids = nameSet();
  const change = (collectionId: string, by: number) => counts.set(collectionId, (counts.get(collectionId) ?? 0) + by);
  const restore = (collectionId: string, id: string): void => {
    if (!ids.has(id)) return;
    ids.delete(id);
    change(collectionId, -1);
  };
  return {
    restore,
    count: (collectionId: string): number => counts.get(collectionId) ?? 0,
    add: ({ type, data }: RecordedEvent<TicketWithdrawn | TicketRestored | TicketUndone>): void => {
      const { collectionId, recordId } = data;
      const id = `${collectionId}/${recordId}`;
      if (type === 'TicketRestored') restore(collectionId, id);
      else if (!ids.has(id)) {
        ids.add(id);
        change(collectionId, 1);
      }
    },
  };
};

/** The ids of unexpired uploads and of their tickets' outcomes, by collection. */
const uploadIdsInLog = () => {
  const collections = new Map<string, Map<string, Checksum>>();
  const addOutcome = ({ collectionId, uploadId }: UploadKey, index: number): void => {
    const id = `${collectionId}/${uploadId}/${String(index).padStart(6, '0')}`;
    addTo(collections.get(collectionId), uploadId, id);
  };
  return {
    groups: (): Groups =>
      new Map([...collections].map(([id, uploads]) => [id, [...uploads.values()].reduce(sum, none)])),
    addOutcome,
    add: (event: RecordedEvent): void => {
      if (event.type === 'CollectionCreated') collections.set(event.data.collectionId, new Map());
      else if (event.type === 'CollectionDeleted') collections.delete(event.data.collectionId);
      else if (event.type === 'UploadStarted') {
        const { uploadId, collectionId } = event.data;
        collections.get(collectionId)?.set(uploadId, addId(none, `${collectionId}/${uploadId}`));
      } else if (event.type === 'UploadProgressed' || event.type === 'UploadStopped') {
        for (const { index } of event.data.skipped ?? []) addOutcome(event.data, index);
      } else if (event.type === 'UploadExpired') collections.get(event.data.collectionId)?.delete(event.data.uploadId);
    },
  };
};

const removeFrom = (groups: Map<string, Checksum>, group: string, id: string): void => {
  const checksum = groups.get(group);
  if (checksum) groups.set(group, removeId(checksum, id));
};

const addTo = (groups: Map<string, Checksum> | undefined, group: string, id: string): void => {
  const checksum = groups?.get(group);
  if (checksum) groups?.set(group, addId(checksum, id));
};
