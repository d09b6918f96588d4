/** What is looked for in the log, and what is no event of it any more: a log's server gives erased events until a scavenge. */
export type LogSearch = {
  readonly pieces: readonly string[];
  readonly after: bigint;
  readonly erased: { readonly streams: ReadonlySet<string>; readonly positions: ReadonlySet<string> };
};

/** The pieces that stand in any field of an event, and the position of the last one that was read. */
export type LogSearched = { readonly found: ReadonlySet<string>; readonly upTo: bigint };

/** Looks for pieces (`platform/piece-scanner.ts`) in all events after a position, up to the newest. */
export type SearchLog = (search: LogSearch) => Promise<LogSearched>;
