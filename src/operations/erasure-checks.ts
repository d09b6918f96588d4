import { stateAfter } from '../domain/decider.ts';
import type { ErasureState } from '../domain/erasure.ts';
import type { ErasureProven, ErasureStep } from '../domain/erasure-events.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { searchWords } from '../domain/search-words.ts';
import { streamOf } from '../domain/streams.ts';
import { ticket } from '../domain/ticket.ts';
import type { TicketFact } from '../domain/ticket-events.ts';
import type { Collections } from '../ports/collections.ts';
import { type DataFiles, pieceBytes } from '../ports/data-files.ts';
import type { ErasedContents } from '../ports/erased-contents.ts';
import type { ErasedEvents, EventStore } from '../ports/event-store.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { Uploads } from '../ports/uploads.ts';

/** An erasure that was requested. */
export type RequestedErasure = Extract<ErasureState, { readonly status: 'requested' }>;

/** The step is proven, or has to wait for something. */
export type CheckResult =
  | { readonly proof: Pick<ErasureProven['data'], 'found' | 'positions'> }
  | { readonly waitsFor: string };

export type ErasureStores = {
  readonly store: Pick<EventStore, 'read' | 'erase' | 'subscribe'>;
  /** Of a log that removes erased events later. */
  readonly erased: Pick<ErasedEvents, 'heldAt'> | undefined;
  readonly collections: Pick<Collections, 'known'>;
  readonly tickets: Pick<Tickets, 'page'>;
  readonly uploads: Pick<Uploads, 'tickets' | 'running'>;
  readonly contents: ErasedContents;
  readonly files: DataFiles;
  /** Removes what deletions have left in the embedded files; resolves to false if it must be called again. */
  readonly eraseTraces: () => Promise<boolean>;
};

/** Does the work of each step and checks its result; `texts` keeps the pieces to search for between steps. */
export const erasureChecks = (
  stores: ErasureStores,
): Readonly<Record<ErasureStep, (erasure: RequestedErasure) => Promise<CheckResult>>> => {
  const texts = textPieces();
  return {
    hidden: (erasure) => checkLists(stores, erasure),
    event_log: (erasure) => eraseStreams(stores, erasure, texts),
    read_models: (erasure) => checkFiles(stores, erasure, texts),
    index: (erasure) => checkIndex(stores, erasure),
    uploads: (erasure) => checkUploads(stores, erasure),
    log_disk: (erasure) => checkLogDisk(stores, erasure),
  };
};

const ownerOf = ({ request: { userId: tenantId, collectionId } }: RequestedErasure) => ({ tenantId, collectionId });
const recordsOf = ({ request }: RequestedErasure) => request.tickets.map(({ recordId }) => recordId);
const streamsOf = (erasure: RequestedErasure) =>
  recordsOf(erasure).map((recordId) => streamOf.ticket(erasure.request.collectionId, recordId));

const maxWordsPerSearch = 8;
const maxRowsPerSearch = 50;

/** Searches the lists for words of each text: the tickets must not be found, nor be in the index. */
const checkLists = async (
  { store, tickets, contents, collections }: ErasureStores,
  erasure: RequestedErasure,
): Promise<CheckResult> => {
  const ids = new Set(erasure.request.tickets.map(({ ticketId }) => ticketId));
  let [searches, listed] = [0, 0];
  for (const stream of streamsOf(erasure)) {
    const state = stateAfter(ticket, await store.read(stream));
    if (!('data' in state)) continue;
    const words = searchWords(state.data.problem.join('\n')).slice(0, maxWordsPerSearch);
    for (const text of [state.data.ticketId, words.join(' ')]) {
      if (text === '') continue;
      const query = { ...ownerOf(erasure), categories: [], text, order: 'stored', limit: maxRowsPerSearch } as const;
      listed += (await tickets.page(query)).filter(({ ticketId }) => ids.has(ticketId)).length;
      searches += 1;
    }
  }
  const { rows } = await contents.left({ ...ownerOf(erasure), recordIds: recordsOf(erasure) });
  const known = await collections.known(erasure.request.collectionId, recordsOf(erasure));
  const isHidden = recordsOf(erasure).every((recordId) => known.get(recordId)?.state === 'erased');
  if (listed + rows > 0 || !isHidden) return { waitsFor: 'the read models do not have the erasure yet' };
  return { proof: { found: { tickets: ids.size, searches, listed, rows } } };
};

/** Erases the streams and reads them again. Pieces of the texts are kept for `checkFiles`, since the log has them no more. */
const eraseStreams = async (
  { store }: ErasureStores,
  erasure: RequestedErasure,
  texts: TextPieces,
): Promise<CheckResult> => {
  const streams = streamsOf(erasure);
  const positions = new Set(erasure.positions);
  for (const stream of streams) {
    const events = await store.read(stream);
    for (const { position } of events) positions.add(String(position));
    texts.add(erasure, events);
  }
  if (streams.length > 0) await store.erase(streams, 'reserved');
  let left = 0;
  for (const stream of streams) left += (await store.read(stream)).length;
  if (left > 0) return { waitsFor: `the log still gives ${left} events` };
  return { proof: { found: { streams: streams.length, events: positions.size, left }, positions: [...positions] } };
};

/**
 * Rewrites the files and searches every byte of the data folder for pieces of the texts. After a restart the pieces are lost (`pieces` is 0): then the proof
 * is that no row has the texts, and that the files have no free pages.
 */
const checkFiles = async (
  stores: ErasureStores,
  erasure: RequestedErasure,
  texts: TextPieces,
): Promise<CheckResult> => {
  const { uploads, eraseTraces, files } = stores;
  const { collectionId } = erasure.request;
  const running = (await uploads.running()).filter((upload) => upload.collectionId === collectionId);
  if (running.length > 0)
    return { waitsFor: `${running.length} uploads into the collection run, which may hold the texts` };
  if (!(await eraseTraces())) return { waitsFor: 'the files are in use' };
  const pieces = texts.of(erasure);
  const { found, ...read } = await files.search(pieces);
  const left = found.size === 0 ? found : await withoutPiecesOfOthers(stores, erasure, found);
  const [file] = left.values();
  if (file !== undefined) return { waitsFor: `${file} still holds ${left.size} pieces of the texts` };
  texts.forget(erasure);
  return { proof: { found: { tickets: recordsOf(erasure).length, ...read, pieces: pieces.length, left: left.size } } };
};

/** Drops pieces that other tickets contain too, such as a greeting. */
const withoutPiecesOfOthers = async (
  { store }: ErasureStores,
  erasure: RequestedErasure,
  found: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> => {
  const left = new Map(found);
  const own = new Set(streamsOf(erasure));
  for await (const { events, caughtUp } of store.subscribe(undefined, new AbortController().signal)) {
    for (const event of events) {
      if (own.has(event.stream)) continue;
      for (const text of textsOf(event)) for (const piece of left.keys()) if (text.includes(piece)) left.delete(piece);
    }
    if (caughtUp || left.size === 0) break;
  }
  return left;
};

const checkIndex = async ({ contents }: ErasureStores, erasure: RequestedErasure): Promise<CheckResult> => {
  const { rows, onDisk, unavailableCopies } = await contents.left({
    ...ownerOf(erasure),
    recordIds: recordsOf(erasure),
  });
  if (rows > 0) return { waitsFor: `the index still has ${rows} rows` };
  if (onDisk > 0) return { waitsFor: `the index still has ${onDisk} removed documents on disk` };
  if (unavailableCopies > 0) return { waitsFor: `copies of the index that are away: ${unavailableCopies}` };
  return { proof: { found: { tickets: recordsOf(erasure).length, rows, on_disk: onDisk } } };
};

const checkUploads = async ({ uploads }: ErasureStores, erasure: RequestedErasure): Promise<CheckResult> => {
  const { collectionId, tickets } = erasure.request;
  const outcomes = tickets.flatMap((one) => one.uploads.map((upload) => ({ ...upload, ticketId: one.ticketId })));
  let kept = 0;
  for (const { uploadId, index, ticketId } of outcomes) {
    const [row] = await uploads.tickets({ collectionId, uploadId }, { after: index - 1, limit: 1 });
    if (row?.index === index && row.ticketId === ticketId) kept += 1;
  }
  return { proof: { found: { outcomes: outcomes.length, kept } } };
};

const checkLogDisk = async ({ erased }: ErasureStores, { positions }: RequestedErasure): Promise<CheckResult> => {
  const held = (await erased?.heldAt(positions, 1)) ?? 0;
  if (held > 0) return { waitsFor: 'the next scavenge of EventStoreDB' };
  return { proof: { found: { events: positions.length, held } } };
};

const textsOf = (event: RecordedEvent): readonly string[] => {
  if (event.type !== 'TicketStored' && event.type !== 'TicketCorrected' && event.type !== 'TicketReembedded') return [];
  const { problem, solution } = event.data as Extract<TicketFact, { readonly type: 'TicketStored' }>['data'];
  return [...problem, ...solution];
};

const piecesPerText = 4;

type TextPieces = ReturnType<typeof textPieces>;

/** Pieces of the texts of running erasures, in memory. */
const textPieces = () => {
  const byErasure = new Map<string, Set<string>>();
  return {
    add: ({ request: { erasureId } }: RequestedErasure, events: readonly RecordedEvent[]): void => {
      const pieces = byErasure.get(erasureId) ?? new Set();
      for (const text of events.flatMap(textsOf)) for (const piece of piecesOf(text)) pieces.add(piece);
      byErasure.set(erasureId, pieces);
    },
    of: ({ request: { erasureId } }: RequestedErasure): readonly string[] => [...(byErasure.get(erasureId) ?? [])],
    forget: ({ request: { erasureId } }: RequestedErasure): void => {
      byErasure.delete(erasureId);
    },
  };
};

/** Evenly spaced pieces of a text, of characters that JSON does not escape. */
const piecesOf = (text: string): readonly string[] => {
  const all = text.split(/["\\\p{Cc}]+/u).flatMap((printable) => {
    const bytes = Buffer.from(printable);
    const last = bytes.length - pieceBytes;
    if (last < 0) return [];
    return Array.from({ length: piecesPerText }, (_, n) =>
      pieceAt(bytes, Math.floor((last * n) / (piecesPerText - 1))),
    );
  });
  return all.filter((piece) => piece !== undefined);
};

/** Starts up to 4 bytes earlier, so as not to cut a character; undefined if that does not help. */
const pieceAt = (bytes: Buffer, start: number): string | undefined => {
  for (let from = start; from >= Math.max(0, start - 4); from -= 1) {
    const piece = bytes.subarray(from, from + pieceBytes).toString();
    if (!piece.includes('\uFFFD')) return piece;
  }
  return undefined;
};
