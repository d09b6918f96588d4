import { mutex } from '../concurrency/mutex.ts';
import { streamOf } from '../domain/streams.ts';
import { asUpdateOf, isSameContent } from '../domain/ticket.ts';
import type { Updatable } from '../domain/ticket-rules.ts';
import type { Collections, TicketState } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadTicket, readTicket } from '../ports/ticket-streams.ts';
import { readCorrector, readUploadedBefore } from '../ports/ticket-texts.ts';
import type { PreparedTicket, StoredVersion, Upload } from './upload.ts';

/**
 * What the collection knows of a ticket; `updatable`: what is stored, if this upload may update it; `replaceable`: what an undo has hidden, which counts as
 * absent.
 */
export type Known = {
  readonly state: TicketState;
  readonly updatable?: StoredVersion;
  readonly replaceable?: StoredVersion;
};

type Dependencies = {
  readonly collections: Pick<Collections, 'known'>;
  readonly streams: Pick<Streams, 'readPage' | 'readHeaders'>;
};

/** The known ones of some tickets, and the positions to wait for until they are visible. */
export type KnownTickets = { readonly known: ReadonlyMap<string, Known>; readonly positions: readonly bigint[] };

/**
 * Looks up which of some tickets, a hundred at a time, the collection knows. Of those that an upload with `onDuplicate: 'update'` may update, and of undone
 * ones, the streams are read: no read model has their texts for a comparison, and the append needs their revision.
 */
export const knownTickets = async (
  { collections, streams }: Dependencies,
  { collectionId, onDuplicate }: Pick<Upload, 'collectionId' | 'onDuplicate'>,
  recordIds: readonly string[],
): Promise<KnownTickets> => {
  const found = await collections.known(collectionId, recordIds);
  const withState = async ([recordId, { state }]: readonly [string, Known]): Promise<readonly [string, Known]> => {
    const isRead = state === 'undone' || (state === 'active' && onDuplicate === 'update');
    if (!isRead) return [recordId, { state }];
    return [recordId, knownFrom(await readTicket(streams, streamOf.ticket(collectionId, recordId)), onDuplicate)];
  };
  return {
    known: new Map(await Promise.all([...found].map(withState))),
    positions: [...found.values()].map(({ position }) => position),
  };
};

/** What the last upload had brought of a ticket that a person has corrected since; `content`: as in `readUploadedBefore`. */
type ReadUploaded = (stream: string, content: number) => ReturnType<typeof readUploadedBefore>;

/** What an update of a ticket is compared with: what the last upload had brought is read only where it differs from what is stored. */
export const updatableIn = async (readUploaded: ReadUploaded, stream: string, update: Update): Promise<Updatable> => {
  const { state, content } = update.version;
  return { stored: state.data, uploaded: mayBeCorrected(update) ? await readUploaded(stream, content) : undefined };
};

/** Whether an update has another content than what is stored, which somebody may have corrected. */
const mayBeCorrected = ({ version: { state }, ticket, kept }: Update): boolean =>
  state.revision > 1 && !isSameContent(state.data, asUpdateOf(state.data, ticket, kept));

/** Reads of tickets' streams for one file: one at a time, since the thread of the log serves others too, and the last ones remembered, since a file may have one number very often. */
const rememberingReads = <Result>(remembered: number, read: (stream: string, content: number) => Promise<Result>) => {
  const inTurn = mutex();
  const known = new Map<string, Promise<Result>>();
  return (stream: string, content: number): Promise<Result> => {
    const key = `${content} ${stream}`;
    const before = known.get(key);
    if (before) return before;
    const result = inTurn(() => read(stream, content));
    known.set(key, result);
    result.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    return result;
  };
};

/** Texts may have 256 KiB. */
export const uploadedReader = (streams: Pick<Streams, 'readPage'>): ReadUploaded =>
  rememberingReads(16, (stream, content) => readUploadedBefore(streams, stream, content));

/** Who has corrected tickets, by their streams. */
export const correctorReader = (streams: Pick<Streams, 'readHeaders'>) =>
  rememberingReads(1_000, (stream, content) => readCorrector(streams, stream, content));

/** Whether a person has corrected or flagged what is stored in place of which an upload would store a ticket, with another content. */
export const byHandIn = async (
  readCorrectorOf: ReturnType<typeof correctorReader>,
  stream: string,
  update: Update,
): Promise<ByHand> => {
  const { state, content } = update.version;
  const isCorrected = mayBeCorrected(update) && (await readCorrectorOf(stream, content)) === 'person';
  return { isCorrected, isFlagged: state.isFlagged };
};

/** An update of what is stored. */
type Update = { readonly version: StoredVersion } & Pick<PreparedTicket, 'ticket' | 'kept'>;

export type ByHand = { readonly isCorrected: boolean; readonly isFlagged: boolean };

/** A known ticket from its stream, which is newer than the read model; one without a stream was erased. */
export const knownFrom = (
  { state, last, content = 0, stored }: ReadTicket,
  onDuplicate: Upload['onDuplicate'],
): Known => {
  if (state.status === 'missing' || state.status === 'erased' || !last) return { state: 'erased' };
  if (state.status === 'withdrawn') return { state: 'withdrawn' };
  const version = { state, streamRevision: last.revision, content, stored };
  if (state.status === 'undone') return { state: 'undone', replaceable: version };
  return onDuplicate === 'update' ? { state: 'active', updatable: version } : { state: 'active' };
};
