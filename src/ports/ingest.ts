import type { Surface, UploadOutcome } from '../domain/events.ts';
import type { ReadAs } from '../domain/desks.ts';
import type { TicketContent, TicketTexts } from '../domain/ticket.ts';
import type { ShownDetails } from '../domain/ticket-fields.ts';
import type { CleanTicket, Removed } from '../domain/ticket-record.ts';
import type { FileContent } from '../ticket-files/file-content.ts';
import type { Findings } from '../ticket-files/read-options.ts';
import type { QueueMetrics } from './readiness.ts';
import type { TicketOfUpload, TicketOutcome } from './uploads.ts';

/** Header titles mapped to the column each is read as; null excludes the column. */
export type AssignedColumns = ReadonlyMap<string, string | null>;

/** How a table is to be read: its columns, and where it is; and as what JSON is read. What is left out is looked for (header-row.ts). `headerRow` counts from 1. */
export type TableChoice = {
  readonly columns: AssignedColumns;
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
  readonly readAs?: ReadAs | undefined;
};

/** What was found in the bytes of a body while they were received. */
export type ReceivedBytes = {
  readonly bytes: number;
  /** SHA-256 in hexadecimal of a preview, and of an upload whose id the client chose and so may send it again; else null. */
  readonly sha256: string | null;
  readonly content: FileContent;
};

/** A request body written to disk; `name` and `type` are those of a multipart file, `customer` is the IPv4 address or the /56 of IPv6 that it was sent from. */
export type Spooled = ReceivedBytes &
  TableChoice & {
    readonly kind: 'body' | 'file';
    readonly path: string;
    readonly name: string;
    readonly type: string;
    readonly customer: string;
  };

/** Names a previewed file. */
export type PreviewKey = { readonly tenantId: string; readonly collectionId: string; readonly previewId: string };

/** The list of the collection (src/domain/not-names.ts); empty without it. */
type NotNames = readonly string[] | undefined;

/** A spooled body or file and the collection it was sent to. */
export type SpooledPreview = Spooled &
  PreviewKey & {
    /** The file that all remarks are written to, as lines of JSON; the caller removes it. */
    readonly remarksPath?: string | undefined;
    readonly onDuplicate?: 'update' | undefined;
    readonly notNames?: NotNames;
  };

export type SpooledUpload = Spooled & {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly uploadId: string;
  readonly surface: Surface;
  readonly onDuplicate?: 'update' | undefined;
  readonly notNames?: NotNames;
};

/** The position of a ticket: `index` from 0 in the upload, `row` from 1 in a table. */
export type TicketPosition = Pick<TicketOfUpload, 'index' | 'row'>;

/** A ticket as it would be stored, long texts shortened; the messages of each side are joined as in the record, and those of the problem are given one by one too. */
export type TicketPreview = TicketPosition &
  Omit<CleanTicket, 'problem' | 'solution'> & {
    readonly problem: string;
    /** The description, if there is one, and the client's messages. */
    readonly problemParts: readonly string[];
    readonly solution: string;
  };

/** The beginning of the text that a reason is about, cleaned of personal data; null if there is none. */
type Excerpt = { readonly excerpt: string | null };

/** `solutionLength`: the length that its rule compares with a limit, in code points; none if it has no limit. */
export type SkippedRemark = TicketOfUpload & {
  readonly solutionLength?: number | undefined;
  readonly repeats?: RepeatPreview | undefined;
};

/** The ticket before in the file that counts for the same id; `isSame`: in all that the file says of it. */
export type RepeatPreview = TicketPosition & { readonly isSame: boolean };
export type SkippedPreview = SkippedRemark & Excerpt;

/** Why a part of an upload cannot be read; `index` and `row` are null if the reason concerns more than one ticket. */
export type Unreadable = { readonly index: number | null; readonly row: number | null; readonly detail: string };
export type UnreadablePreview = Unreadable & Excerpt;

export type ListedTicket = TicketPosition & { readonly ticketId: string };

/** `copyOf`: the id of the ticket that has the same texts. */
export type CopyPreview = ListedTicket & { readonly copyOf: string };

export type CopiesPreview = { readonly count: number; readonly tickets: readonly CopyPreview[] };

/** A field that an update would change, as it is stored and as it would be, from shortly before the first difference; null for what nobody is shown. */
export type ChangedText = {
  readonly name: keyof TicketContent;
  readonly before: string | null;
  readonly after: string | null;
};

export type UpdatePreview = ListedTicket & { readonly changed: readonly ChangedText[] };

/** A field, and of how many tickets an update would change it. */
export type ChangedField = Pick<ChangedText, 'name'> & { readonly tickets: number };

/** What an upload that updates would do with the tickets: the first of each kind, and all of its changes counted. */
export type UpdatesPreview = {
  readonly changedFields: readonly ChangedField[];
  readonly added: readonly ListedTicket[];
  readonly updated: readonly UpdatePreview[];
  readonly unchanged: readonly ListedTicket[];
  /** Of the unchanged ones those that a person has corrected, of which the file has what the last upload had brought. */
  readonly keptByHand: number;
};

/** What was masked as a name, as it was written first, and in how many tickets. */
export type MaskedName = { readonly name: string; readonly tickets: number };

/** A link that was taken out, as it was written, and of how many tickets. */
export type RemovedLink = { readonly text: string; readonly tickets: number };

/** What an upload would do. Lists hold the first of each kind, counts all; null is what a format does not have or what was not found. */
export type TicketsPreview = {
  readonly [Name in 'format' | 'encoding' | 'delimiter' | 'sheet' | 'headerRow' | 'desk']: Findings[Name] | null;
} & {
  readonly sheets: Findings['sheets'];
  readonly otherSheets: Findings['otherSheets'];
  /** Samples are cleaned of personal data. */
  readonly columns: Findings['columns'];
  readonly totalRows: Findings['totalRows'];
  readonly emptyRows: Findings['emptyRows'];
  readonly htmlTickets: Findings['htmlTickets'];
  readonly total: number;
  readonly outcomes: Readonly<Record<TicketOutcome, number>>;
  /** Of those that would be stored or updated: how many have a person's correction in the collection, with another text, or a flag, which the upload replaces. */
  readonly replaced: {
    readonly corrected: number;
    readonly flagged: number;
    /** The first of them. */
    readonly ticketIds: readonly string[];
  };
  /** Those of the duplicates that were compared with what is stored; they are not listed. */
  readonly unchanged: number;
  /** Those of the duplicates whose id a ticket before them in the file has. */
  readonly repeated: number;
  /** Null unless the upload updates. */
  readonly updates: UpdatesPreview | null;
  /** Those that have the texts of one before them, under another id, and would be stored all the same. */
  readonly copies: CopiesPreview;
  /** Those that have the texts of an active ticket of the collection with another id; they would be stored or updated all the same. */
  readonly storedCopies: CopiesPreview;
  /** From those that would be stored or updated: how many links, the most frequent of them, and what was most often masked as a name. */
  readonly removed: Pick<Removed, 'links'> & {
    readonly linkTexts: readonly RemovedLink[];
    readonly names: readonly MaskedName[];
  };
  readonly tickets: readonly TicketPreview[];
  readonly skipped: readonly SkippedPreview[];
  readonly unreadable: readonly UnreadablePreview[];
  readonly unreadableCount: number;
  /** Why the rest of the file was not read; lists and counts are then of what comes before. */
  readonly brokenOff: Unreadable | null;
};

/** Progress of a preview: tickets processed, and the share of the file's bytes that were read (0 to 1; null for a workbook). */
export type PreviewProgress = { readonly tickets: number; readonly share: number | null };

/** New texts of a ticket; those that are left out stay, an empty one removes a detail that may be left out. `revision` is the one that was read. */
export type TicketCorrection = Partial<ShownDetails> & {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6. */
  readonly customer: string;
  readonly collectionId: string;
  readonly ticketId: string;
  readonly revision: number;
  readonly surface: Surface;
  readonly notNames?: NotNames;
  readonly problem?: string | undefined;
  readonly solution?: string | undefined;
};

/** A ticket that is only tried. */
export type TicketDraft = {
  readonly tenantId: string;
  /** As for a correction. */
  readonly customer: string;
  readonly notNames?: NotNames;
  readonly problem: string;
  readonly solution: string;
};

/** A correction that is only tried; without `mayRead` nothing that is stored is shown. */
export type TriedCorrection = Omit<TicketCorrection, 'revision'> & { readonly mayRead: boolean };

/** The texts that a correction would store, and what would be taken out of those that it sent. */
export type CorrectionPreview = TicketTexts & { readonly ticketId: string; readonly removed: Removed };

/** Processes uploads, previews and corrections away from the thread that routes requests. */
export type Ingest = {
  readonly upload: (upload: SpooledUpload, requestId: string) => Promise<UploadOutcome>;
  /** Resolves when the upload of a request has ended (false) or its start is recorded and can be read (true). */
  readonly uploadStarted: (requestId: string) => Promise<boolean>;
  readonly preview: (preview: SpooledPreview, requestId: string) => Promise<TicketsPreview>;
  /** Undefined if no such preview runs, or has ended lately. */
  readonly previewProgress: (key: PreviewKey) => Promise<PreviewProgress | 'ended' | undefined>;
  /** What a running preview has found in the first tickets; undefined before. */
  readonly firstOfPreview: (key: PreviewKey) => Promise<TicketsPreview | undefined>;
  /** Resolves with the position of the correction in the log. */
  readonly correct: (correction: TicketCorrection, requestId: string) => Promise<bigint>;
  /** A draft as an upload would store it; throws RuleViolated if it would skip it. */
  readonly evaluateDraft: (draft: TicketDraft, requestId: string) => Promise<CleanTicket>;
  readonly previewCorrection: (correction: TriedCorrection, requestId: string) => Promise<CorrectionPreview>;
  /** A short text without personal data: as that of a ticket, or as a detail such as its client, in which names are kept; `visible`: such a detail as one sees it, with what cleaning would take out. */
  readonly clean: (text: string, as: 'text' | 'field' | 'visible') => Promise<string>;
  /** The queues of uploads and previews, for metrics. */
  readonly queues: () => Promise<readonly QueueMetrics[]>;
  /** Call when the client has disconnected: the request's upload or preview ends at its next ticket, what waits to be evaluated is not, a correction is all the same. */
  readonly abandon: (requestId: string) => Promise<void>;
  /** Abandons all requests; resolves when all have ended. */
  readonly stop: () => Promise<void>;
};
