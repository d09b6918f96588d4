import { pieceScanner } from '../platform/piece-scanner.ts';
import type { RecordedEvent } from '../domain/events.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { LogSearch, LogSearched, SearchLog } from '../ports/log-search.ts';

type Store = Pick<EventStore, 'subscribe'>;

/** All that an event says, as it is stored. */
const bytesOf = ({ stream, id, type, metadata, data }: RecordedEvent): readonly Buffer[] =>
  [stream, id, type, JSON.stringify(metadata), JSON.stringify(data)].map((text) => Buffer.from(text));

const isErased = ({ stream, position }: RecordedEvent, { streams, positions }: LogSearch['erased']): boolean =>
  streams.has(stream) || positions.has(String(position));

/** Searches the log through a subscription. */
export const searchEvents =
  ({ subscribe }: Store): SearchLog =>
  (search) =>
    readEvents(subscribe, search);

/** Searches the log, and what is appended to it for as long as work runs: what was appended and erased meanwhile is found too. */
export const searchDuring = async <Result>(
  { subscribe }: Store,
  search: LogSearch,
  work: () => Promise<Result>,
): Promise<LogSearched & { readonly result: Result }> => {
  const over = new AbortController();
  const following = readEvents(subscribe, search, over.signal);
  const settled = following.catch(() => undefined);
  try {
    const result = await work();
    over.abort();
    const followed = await following;
    const last = await readEvents(subscribe, { ...search, after: followed.upTo });
    return { result, found: new Set([...followed.found, ...last.found]), upTo: last.upTo };
  } finally {
    over.abort();
    await settled;
  }
};

/** Reads up to the newest event, or on until the signal aborts if there is one. */
const readEvents = async (
  subscribe: Store['subscribe'],
  { pieces, after, erased }: LogSearch,
  until?: AbortSignal,
): Promise<LogSearched> => {
  const scan = pieceScanner(pieces);
  const found = new Set<string>();
  let upTo = after;
  for await (const batch of subscribe(after === 0n ? undefined : after, until ?? new AbortController().signal)) {
    for (const event of batch.events) {
      upTo = event.position;
      if (isErased(event, erased)) continue;
      for (const bytes of bytesOf(event)) for (const piece of scan(bytes)) found.add(piece);
    }
    if (until === undefined && (batch.caughtUp || found.size === pieces.length)) break;
  }
  return { found, upTo };
};
