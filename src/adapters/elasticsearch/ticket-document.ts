import { idWords } from '../../domain/id-words.ts';
import { searchWords } from '../../domain/search-words.ts';
import { namedDetails } from '../../domain/ticket-details.ts';
import { textsHash } from '../../domain/ticket-record.ts';
import type { TicketDetails } from '../../domain/ticket-fields.ts';
import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { put, type Write } from './documents.ts';

type Change<Type extends TicketIndexChange['type']> = Extract<TicketIndexChange, { readonly type: Type }>;

/** A change of one ticket. */
export type TicketChange = Change<'put' | 'change state' | 'flag'>;

/** A ticket as it is stored, without `words`, which follow from its id and texts. A ticket whose newest vector is of another model has none. */
export type TicketDocument = TicketDetails<'name'> & {
  readonly tenant_id: string;
  readonly collection_id: string;
  readonly record_id: string;
  readonly ticket_id: string;
  readonly texts_hash: string;
  readonly problem: readonly string[];
  readonly solution: readonly string[];
  readonly state: 'active' | 'withdrawn';
  readonly revision: number;
  /** Whether it has another text than the upload that stored it gave it. */
  readonly corrected: boolean;
  /** Positions as text, since they may exceed a double. */
  readonly stored_position: string;
  readonly changed_position: string;
  readonly stored_at: string;
  readonly changed_at: string;
  /** Null unless it is flagged for review. */
  readonly flagged_at: string | null;
  readonly upload_id: string | null;
  readonly updated_by: string | null;
  readonly has_vector: boolean;
  readonly vector?: readonly number[];
};

/** A document and the position of the newest event in it. */
export type VersionedDocument = { readonly document: TicketDocument; readonly position: bigint };

/** The id of a ticket's document: its key in the index. */
export const idOf = (ticket: { readonly collectionId: string; readonly recordId: string }): string =>
  `${ticket.collectionId}/${ticket.recordId}`;

/** The document after a change; undefined for one without a ticket, the same one if the change is older. `isOfModel`: whether the change has a vector of the index's model. */
export const changed = (
  before: VersionedDocument | undefined,
  change: TicketChange,
  isOfModel: boolean,
): VersionedDocument | undefined => {
  const { position } = change;
  if (before && before.position >= position) return before;
  if (change.type === 'put') return { document: applyPut(before?.document, change, isOfModel), position };
  if (!before) return undefined;
  if (change.type === 'flag') return { document: { ...before.document, flagged_at: change.flaggedAt }, position };
  const { state, at } = change;
  const document = { ...before.document, state, changed_at: at, changed_position: String(position) };
  return { document, position };
};

const applyPut = (
  before: TicketDocument | undefined,
  { ticket, put: reason, vector, position }: Change<'put'>,
  isOfModel: boolean,
): TicketDocument => {
  const { tenantId, collectionId, recordId, ticketId, problem, solution } = ticket;
  const at = { changed_at: reason.at, changed_position: String(position) };
  const { revision = 1 } = reason.reason === 'stored' ? reason : {};
  const stored = { stored_at: reason.at, stored_position: String(position), ...at, revision, corrected: false };
  const history = historyOf(before);
  const kept = reason.reason === 'stored' || !history ? stored : history;
  return {
    ...{ tenant_id: tenantId, collection_id: collectionId, record_id: recordId, ticket_id: ticketId },
    ...namedDetails(ticket),
    ...{
      texts_hash: textsHash(ticket),
      problem,
      solution,
      upload_id: null,
      updated_by: null,
      flagged_at: null,
      state: 'active',
    },
    ...kept,
    ...(reason.reason === 'stored' && { upload_id: reason.uploadId }),
    ...(reason.reason === 'corrected' && {
      ...at,
      revision: reason.revision,
      corrected: !reason.isAsStored,
      flagged_at: null,
      updated_by: reason.updatedBy,
    }),
    ...vectorOf(before, { reason: reason.reason, vector: isOfModel ? vector : undefined }),
  };
};

const historyOf = (before: TicketDocument | undefined) => {
  if (!before) return undefined;
  const { state, revision, corrected, stored_position, changed_position, stored_at, changed_at } = before;
  const { flagged_at, upload_id, updated_by } = before;
  return {
    state,
    revision,
    corrected,
    stored_position,
    changed_position,
    stored_at,
    changed_at,
    flagged_at,
    upload_id,
    updated_by,
  };
};

/** The vector of another model leaves the present one, unless the texts have changed. */
const vectorOf = (
  before: TicketDocument | undefined,
  { reason, vector }: { readonly reason: Change<'put'>['put']['reason']; readonly vector: Float32Array | undefined },
): Pick<TicketDocument, 'has_vector' | 'vector'> => {
  if (vector) return { has_vector: true, vector: unitVector(vector) };
  if (reason !== 'reembedded' || !before?.vector) return { has_vector: false };
  return { has_vector: true, vector: before.vector };
};

/** A word of an id among the words of the texts, of which none has this sign. */
export const idTerm = (word: string): string => `№${word}`;

/** Stores a document unless a newer version is stored. */
export const putDocument = ({ document, position }: VersionedDocument): Write => {
  const { problem, solution, tenant_id: tenantId, collection_id: collectionId, record_id: recordId } = document;
  const words = [...searchWords([...problem, ...solution].join('\n')), ...idWords(document.ticket_id).map(idTerm)];
  return put(idOf({ collectionId, recordId }), position, { ...document, words }, tenantId);
};

/**
 * A vector of the same direction and length 1, for JSON. Elasticsearch accepts a squared length within .001 of 1 as length 1, with an error of
 * cosines up to .0005. A zero vector becomes null in JSON, which Elasticsearch refuses.
 */
export const unitVector = (vector: Float32Array): number[] => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return Array.from(vector, (value) => value / length);
};
