/** Where the pull of tickets from a desk goes on: a collection keeps one cursor for each source, and reads nothing in it. */
export type SyncCursor = { readonly cursor: string; readonly at: string };

/** The cursors of a collection by their sources. */
export type SyncCursors = Readonly<Record<string, SyncCursor>>;

/** Sources of a collection, and the lengths of their names and cursors. */
export const syncLimits = { sources: 10, source: 100, cursor: 1_000 };

/** Names of sources are keys of documents and JSON paths: they have no dots and no quotation marks. */
export const syncSourcePattern = `^[a-z0-9][a-z0-9_-]{0,${syncLimits.source - 1}}$`;

export const isSyncSource = (value: unknown): value is string =>
  typeof value === 'string' && new RegExp(syncSourcePattern).test(value);

/** Visible ASCII: tokens, times and page numbers, never a text of a ticket. */
export const syncCursorPattern = `^[\\x21-\\x7e]{1,${syncLimits.cursor}}$`;
