import { mixed, object } from 'yup';
import { isLongerThan } from '../../domain/characters.ts';
import { InvalidInput } from '../../domain/errors.ts';
import { details } from '../../domain/ticket-fields.ts';
import { erasureSteps, type SameText } from '../../domain/erasure-events.ts';
import {
  type ErasureDetails,
  erasureOutcomes,
  erasureStates,
  type StepDetails,
  stepStates,
} from '../../queries/find-erasure.ts';
import {
  boolean,
  constant,
  constrained,
  count,
  dictionary,
  integer,
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
import { hasLength, page, requiredText, text as textField } from './requests.ts';
import { maxTicketsAtOnce, ticketIdsOf } from './ticket-changes.ts';
import { ticketIdSchema } from './ticket-request.ts';

/** The checks of requests to erase tickets, and the answers. */

const maxReason = 200;
const maxClient = details.find(({ name }) => name === 'client')?.schema.maxLength ?? 0;

export const newErasure = object({
  ticket_ids: mixed<object>().meta({
    type: 'array',
    minItems: 1,
    maxItems: maxTicketsAtOnce,
    items: ticketIdSchema,
    description: 'The ids of tickets; either these or `client`',
  }),
  client: textField()
    .test(hasLength(1, maxClient, { trim: true }))
    .meta({ description: `All tickets of this client, as it was uploaded; ${maxTicketsAtOnce} at a time` }),
  requested_for: textField()
    .nullable()
    .test({ ...hasLength(0, maxReason), test: (value) => !isLongerThan(value ?? '', maxReason) })
    .meta({ description: 'Whose request it is, for the receipt; cleaned of personal data' }),
}).meta({ oneOf: [{ required: ['ticket_ids'] }, { required: ['client'] }] });

/** The tickets or the client of a request: one of both. Throws InvalidInput. */
export const wantedOf = ({
  ticket_ids,
  client,
}: {
  readonly ticket_ids?: unknown;
  readonly client?: string | undefined;
}): { readonly ticketIds: readonly string[] } | { readonly client: string } => {
  if ((ticket_ids === undefined) === (client === undefined)) {
    throw new InvalidInput('Send either ticket_ids or client');
  }
  return client === undefined ? { ticketIds: ticketIdsOf({ ticket_ids }) } : { client };
};

export const erasuresQuery = object({ ...page(100) });

/** Of a step beside its name. */
export const stepFields = {
  state: ['state', oneOf(...stepStates)],
  at: ['at', nullable(timestamp), 'When it was verified'],
  found: ['found', dictionary(integer), 'What was seen, in numbers'],
  reason: ['reason', nullable(text), 'Why it is not verified yet, if it is known'],
} as const;

export const erasureStep = record<StepDetails>()('A step of an erasure, and what was looked at', {
  step: ['step', oneOf(...erasureSteps, 'backups')],
  ...stepFields,
});

export const erasedTicket = record<ErasureDetails['tickets'][number]>()('A ticket that is erased', {
  ticketId: ['ticket_id', text],
  revisions: ['revisions', constrained(integer, { minimum: 1 }), 'How many texts it has had'],
});

export const sameText = record<SameText>()('Other tickets of a collection that have the text of an erased one', {
  collectionId: ['collection_id', uuid],
  collectionName: ['collection_name', text, 'As it was called then'],
  ticketIds: ['ticket_ids', list(text), 'Of the first of them'],
  tickets: ['tickets', count, 'How many were found'],
});

/** With the e-mail of the account. */
export type ShownErasure = ErasureDetails & { readonly requestedBy: string };

const fields = {
  id: ['id', uuid],
  number: ['number', constrained(integer, { minimum: 1 }), 'Among the erasures of the collection'],
  state: [
    'state',
    oneOf(...erasureStates),
    '`waiting`: only the disk of the log’s server is left; `held_back`: texts are left in files, and the operator has to remove them',
  ],
  outcome: [
    'outcome',
    oneOf(...erasureOutcomes),
    '`partly`: some of the requested ids are unknown; `nothing`: there was nothing to erase',
  ],
  requestedAt: ['requested_at', timestamp],
  provenAt: ['proven_at', nullable(timestamp)],
  requestedBy: ['requested_by', text, 'The e-mail of the account'],
  surface: ['surface', oneOf('web', 'api')],
  requestedFor: ['requested_for', nullable(text)],
  collectionId: ['collection_id', uuid],
  collectionName: ['collection_name', text, 'As it was called then'],
  tickets: ['tickets', list(referenced('ErasedTicket', erasedTicket))],
  unknown: ['unknown', count, 'Requested ids that the collection does not have'],
  erasedBefore: ['erased_before', count, 'Requested tickets that had been erased before'],
  remaining: ['remaining', count, 'Tickets of the client that are left for another request'],
  elsewhere: [
    'elsewhere',
    list(referenced('SameText', sameText)),
    'Where the account has the same text in other tickets, which stay',
  ],
  steps: ['steps', list(referenced('ErasureStep', erasureStep))],
} as const;

export const erasure = record<ShownErasure>()('An erasure of tickets and what was verified', fields);

export const receiptFormat = 'precedent-erasure-receipt/2';

/** What makes a receipt of an erasure; the last two are of what comes before. */
export type Receipt = ShownErasure & {
  readonly format: typeof receiptFormat;
  readonly sha256: string;
  readonly signature: string;
};

const digest = jsonType<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' });

/** What shows that a receipt is unchanged, and whose it is. */
export const markFields = {
  sha256: ['sha256', digest, 'Of the same canonical JSON without this field and the next: whether a copy is whole'],
  signature: [
    'signature',
    digest,
    'HMAC-SHA-256 of the same text with a key of this service: whether it is from here (`POST /receipts/check`)',
  ],
} as const;

export const receipt = record<Receipt>()('The receipt of an erasure: canonical JSON (RFC 8785)', {
  format: ['format', constant(receiptFormat)],
  ...fields,
  ...markFields,
});

/** A receipt that is sent back: its other fields are of any name, as another version may have made it. */
export const sentReceipt = object({
  sha256: requiredText().meta({ description: 'As in the receipt, like all of its other fields' }),
  signature: textField().meta({ description: 'Receipts of earlier versions have none' }),
});

/** What a check of a receipt has found. */
export type ReceiptCheck = { readonly isWhole: boolean; readonly isSigned: boolean };

export const receiptCheck = record<ReceiptCheck>()('Whether a receipt is unchanged, and from this service', {
  isWhole: ['whole', boolean, 'Its SHA-256 is right: whoever changes a receipt can make another one'],
  isSigned: ['signed', boolean, 'This service has signed it, with the `DATA_KEY` that it has now'],
});

/** What the list of a collection shows of an erasure. */
export type ListedErasure = {
  readonly id: string;
  readonly number: number;
  readonly state: ErasureDetails['state'];
  readonly requestedAt: string;
  readonly tickets: number;
  readonly firstTicketId: string | null;
};

const rowFields = {
  id: fields.id,
  number: fields.number,
  state: fields.state,
  requestedAt: fields.requestedAt,
  tickets: ['tickets', count],
  firstTicketId: ['first_ticket_id', nullable(text)],
} as const;

export const erasureRow = record<ListedErasure>()('An erasure in a list', rowFields);

/** What the list of all collections shows of an erasure. */
export type AnyListedErasure = ListedErasure &
  Pick<ErasureDetails, 'collectionId' | 'collectionName'> & { readonly isCollectionDeleted: boolean };

export const anyErasureRow = record<AnyListedErasure>()('An erasure among those of all collections', {
  ...rowFields,
  collectionId: fields.collectionId,
  collectionName: fields.collectionName,
  isCollectionDeleted: ['collection_deleted', boolean],
});

const pageOf = <Row>(name: string, row: Parameters<typeof referenced<Row, unknown>>[1]) =>
  record<{ readonly erasures: readonly Row[]; readonly next: string | null }>()('A page of erasures, newest first', {
    erasures: ['erasures', list(referenced<Row, unknown>(name, row))],
    next: ['next', constrained(nullable(text), { description: 'The value of `after` for the next page' })],
  });

export const erasures = pageOf<ListedErasure>('ErasureRow', erasureRow);

export const allErasures = pageOf<AnyListedErasure>('AnyErasureRow', anyErasureRow);
