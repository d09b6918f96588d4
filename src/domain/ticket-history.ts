import type { RecordedEvent, Surface } from './events.ts';
import { changedTexts, type TicketTexts } from './ticket.ts';
import type { TicketFact } from './ticket-events.ts';

/** What happened to a ticket; `at` is ISO 8601. A vector of another model is no part of it. */
export type TicketHistoryEntry = {
  readonly change: 'stored' | 'corrected' | 'withdrawn' | 'restored' | 'flagged' | 'confirmed';
  readonly at: string;
  /** Null for what an upload did, whose surface is that of the upload. */
  readonly surface: Surface | null;
  /** The revision after it. */
  readonly revision: number;
  /** The upload that did it, or whose undo did. */
  readonly uploadId: string | null;
  readonly isUndo: boolean;
  /** The texts that a correction changed, or an upload that stored the ticket again. */
  readonly changed: readonly (keyof TicketTexts)[];
  /** The revision of its event in the stream: the key of pages. */
  readonly event: number;
};

const changes = {
  TicketStored: 'stored',
  TicketCorrected: 'corrected',
  TicketWithdrawn: 'withdrawn',
  TicketRestored: 'restored',
  TicketUndone: 'withdrawn',
  TicketFlagged: 'flagged',
  TicketConfirmed: 'confirmed',
  TicketStoredAgain: 'stored',
} as const;

type TextsEvent = Extract<TicketFact, { readonly data: TicketTexts }>;

/** An entry as far as the events read so far tell it: the revision, and what a correction changed, may be in earlier ones. */
type OpenEntry = Omit<TicketHistoryEntry, 'revision' | 'changed'> & {
  revision: number | undefined;
  changed: TicketHistoryEntry['changed'] | undefined;
};

const hasTexts = (event: TicketFact): event is TextsEvent => 'vector' in event.data;

/** How many texts a ticket has had after an event, if that says so. */
export const revisionAfter = (event: RecordedEvent<TicketFact>): number | undefined => {
  if (event.type === 'TicketStored') return 1;
  return 'revision' in event.data ? event.data.revision : event.metadata.ticket?.revision;
};

const isWhole = (entry: OpenEntry): entry is TicketHistoryEntry =>
  entry.revision !== undefined && entry.changed !== undefined;

/** The newest entries of a ticket's history, at most so many, from the events of its stream, newest first. Of the texts only those of one event are kept. */
export const newestOfHistory = (limit: number) => {
  const entries: OpenEntry[] = [];
  /** The last correction that was read, until the texts before it are. */
  let correction: { readonly entry: OpenEntry; readonly texts: TicketTexts } | undefined;

  const resolve = (event: RecordedEvent<TicketFact>): void => {
    const revision = revisionAfter(event);
    for (const entry of entries) entry.revision ??= revision;
    if (correction && hasTexts(event)) {
      correction.entry.changed = changedTexts(event.data, correction.texts);
      correction = undefined;
    }
  };
  const push = (event: RecordedEvent<Exclude<TicketFact, { readonly type: 'TicketReembedded' }>>): void => {
    const { type, metadata, revision: number } = event;
    const { at, surface = null, undoneUpload, uploadId = undoneUpload ?? null } = metadata;
    const isUndo = type === 'TicketUndone' || undoneUpload !== undefined;
    const isOtherContent = type === 'TicketCorrected' || type === 'TicketStoredAgain';
    const changed = isOtherContent ? undefined : [];
    const entry = { change: changes[type], at, surface, revision: revisionAfter(event), uploadId, isUndo, changed };
    const open: OpenEntry = { ...entry, event: number };
    entries.push(open);
    if (isOtherContent) correction = { entry: open, texts: event.data };
  };
  return {
    add: (recorded: RecordedEvent): void => {
      const event = recorded as RecordedEvent<TicketFact>;
      resolve(event);
      if (event.type !== 'TicketReembedded' && entries.length < limit) {
        push(event);
      }
    },
    /** Whether as many entries were read as there are to be; of a correction the texts before may be missing yet. */
    isFilled: (): boolean => entries.length === limit,
    isFull: (): boolean => entries.length === limit && entries.every(isWhole),
    /** Those that are told whole, up to the first one that is not. */
    entries: (): readonly TicketHistoryEntry[] => {
      const end = entries.findIndex((entry) => !isWhole(entry));
      return (end < 0 ? entries : entries.slice(0, end)).filter(isWhole);
    },
  };
};
