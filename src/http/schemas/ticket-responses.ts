import type { TicketsChanged } from '../../commands/change-tickets.ts';
import type { Surface } from '../../domain/events.ts';
import {
  type ListedId,
  type ListedTicket,
  type TicketCounts,
  type TicketRow,
  ticketStateNames,
} from '../../ports/tickets.ts';
import { notNameLimits } from '../../domain/not-names.ts';
import type { CorrectionPreview } from '../../ports/ingest.ts';
import type { WholeCollection } from '../../ports/collections.ts';
import type { TicketDetails } from '../../queries/find-ticket.ts';
import type { ShownHistoryEntry, TicketRevision } from '../../queries/ticket-history.ts';
import { shownDetails, type TextName, textNames } from '../../domain/ticket-fields.ts';
import type { TicketTexts } from '../../domain/ticket.ts';
import { shownFields } from './detail-fields.ts';
import {
  boolean,
  constrained,
  count,
  integer,
  type JsonType,
  jsonType,
  list,
  nullable,
  oneOf,
  record,
  referenced,
  text,
  timestamp,
  uuid,
} from './json-types.ts';
import { collectionFields } from './responses.ts';

/** The messages of the client side as one text. */
const problem: JsonType<readonly string[], string> = { ...text, toJson: (texts) => texts.join('\n') };
/** The messages of the support side as one text. */
const solution: JsonType<readonly string[], string> = { ...text, toJson: (texts) => texts.join('\n\n') };

const revision = constrained(integer, { minimum: 1 });

const rowFields = {
  ticketId: ['ticket_id', text],
  ...shownFields,
  problem: ['problem', problem],
  solution: ['solution', solution, 'Messages are separated by empty lines'],
  state: ['state', oneOf(...ticketStateNames)],
  revision: ['revision', revision, 'How many texts the ticket has had; the ETag'],
  storedAt: ['stored_at', timestamp],
  changedAt: ['changed_at', timestamp, 'The newest correction, withdrawal or restoration'],
  flaggedAt: ['flagged_at', nullable(timestamp), 'When it was flagged for review; null if it is not'],
  uploadId: ['upload_id', nullable(uuid), 'The upload that stored it'],
  correctedBy: [
    'corrected_by',
    nullable(oneOf('person', 'upload')),
    'Whether a person has corrected its texts since, or an upload has updated them',
  ],
} as const;

export const ticketRow = record<TicketRow>()('A stored ticket', rowFields);

const nextPage = constrained(nullable(text), { description: 'The value of `after` for the next page' });

export const storedTickets = record<{ readonly tickets: readonly ListedTicket[]; readonly next: string | null }>()(
  'A page of stored tickets',
  {
    tickets: [
      'tickets',
      list(referenced<TicketRow, unknown>('TicketRow', ticketRow)),
      'Fewer than `limit` if their texts have more than 1 MB',
    ],
    next: ['next', nextPage],
  },
);

export const ticketIdRow = record<Omit<ListedId, 'position'>>()('A stored ticket without its texts', {
  ticketId: rowFields.ticketId,
  category: ['category', text],
  state: rowFields.state,
  flaggedAt: rowFields.flaggedAt,
});

export const ticketIds = record<{ readonly tickets: readonly ListedId[]; readonly next: string | null }>()(
  'A page of stored tickets without their texts',
  {
    tickets: [
      'tickets',
      list(referenced('TicketIdRow', ticketIdRow)),
      'Fewer than `limit` if their ids and categories have more than 1 MB',
    ],
    next: ['next', nextPage],
  },
);

const surface: JsonType<Surface | null> = nullable(oneOf('web', 'api'));

/** The name of a text of a ticket, from its property. */
const textName: JsonType<keyof TicketTexts, TextName> = {
  ...oneOf(...textNames),
  toJson: (property) => shownDetails.find((detail) => detail.property === property)?.name ?? (property as TextName),
};

type HistoryEntry = Omit<ShownHistoryEntry, 'event'>;

export const historyEntry = record<HistoryEntry>()('What happened to a ticket', {
  change: ['change', oneOf('stored', 'corrected', 'withdrawn', 'restored', 'flagged', 'confirmed')],
  at: ['at', timestamp],
  surface: ['surface', surface, 'Null if it is not known'],
  revision: ['revision', revision, 'The revision after it'],
  uploadId: ['upload_id', nullable(uuid), 'The upload that did it, or whose undo did'],
  isUndo: ['undo', boolean, 'Whether the undo of an upload did it'],
  fileName: ['file_name', nullable(text), 'The file of that upload, if it had one and is still recorded'],
  changed: ['changed', list(textName), 'The texts that a correction changed, or an upload that stored it again'],
});
const historyEntries = list(referenced<HistoryEntry, unknown>('TicketHistoryEntry', historyEntry));

const detailFields = { ...rowFields, fullText: ['full_text', text, 'The text of a source'] } as const;

export const ticketDetails = record<TicketDetails>()('A stored ticket with the end of its history', {
  ...detailFields,
  history: ['history', historyEntries, 'The last two entries, newest first'],
});

export const changedTicket = record<Omit<TicketDetails, 'history'>>()('A stored ticket after a change', detailFields);

export const ticketHistory = record<{ readonly history: readonly HistoryEntry[]; readonly next: string | null }>()(
  'A page of a ticket’s history',
  {
    history: ['history', historyEntries, 'Newest first; fewer than `limit` where the texts are large'],
    next: ['next', nextPage],
  },
);

export const ticketRevision = record<TicketRevision>()('The texts of a ticket in one of its revisions', {
  ticketId: ['ticket_id', text],
  revision: ['revision', revision],
  ...shownFields,
  problem: ['problem', problem],
  solution: ['solution', solution],
  at: ['at', timestamp, 'When they were stored'],
  surface: ['surface', surface, 'Null if it is not known'],
  uploadId: ['upload_id', nullable(uuid), 'The upload that they came with'],
});

export const ticketsChanged = record<TicketsChanged>()('What became of the tickets of a request', {
  changed: ['changed', count],
  unchanged: ['unchanged', count, 'They were so already'],
  notFound: ['not_found', list(text), 'Ids that the collection does not have'],
});

const categoryCount = record<TicketCounts['categories'][number]>()('A category and its tickets', {
  category: ['category', text],
  count: ['count', count, 'Its active tickets'],
  withdrawn: ['withdrawn', count],
});

const stateCounts = record<TicketCounts['states']>()('Tickets by state', {
  active: ['active', count],
  withdrawn: ['withdrawn', count],
});

export const ticketCounts = record<TicketCounts>()('The categories and states of a collection’s tickets', {
  categories: [
    'categories',
    list(categoryCount),
    'Most active tickets first; at most 1 000, and fewer with long names',
  ],
  moreCategories: ['more_categories', boolean, 'Whether there are other categories'],
  states: ['states', stateCounts],
  flagged: ['flagged', count, 'Flagged for review, in any state'],
});

const removedOfCorrection = record<CorrectionPreview['removed']>()(
  'What was taken out of the sent texts beside what their masks show',
  {
    links: ['links', count, 'Links and host names'],
    linkTexts: ['link_texts', list(text, { maxItems: 20 }), 'The first different ones, as they were written'],
    names: ['names', list(text, { maxItems: 20 }), 'What was masked as a name, the first of them as they were written'],
  },
);

export const correctionPreview = record<CorrectionPreview>()('A ticket as a correction would store it', {
  ticketId: ['ticket_id', text],
  ...shownFields,
  problem: ['problem', problem],
  solution: ['solution', solution, 'Messages are separated by empty lines'],
  removed: ['removed', removedOfCorrection],
});

export const configuredCollection = record<Omit<WholeCollection, 'syncCursors'>>()('A collection with its settings', {
  ...collectionFields,
  ticketUrl: ['ticket_url', nullable(jsonType<string>(text.schema)), 'With {ticket_id}; null if none is set'],
  notNames: ['not_names', list(text, { maxItems: notNameLimits.words }), 'Words that are never taken for names in it'],
});
