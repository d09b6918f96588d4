import type { Decider } from './decider.ts';
import { TicketChanged, TicketNotFound } from './errors.ts';
import type { ErasureRequested } from './erasure-events.ts';
import { details, type SentDetails, type ShownDetails, shownDetails, type TicketDetails } from './ticket-fields.ts';
import {
  storedFields,
  type StoredVector,
  type TicketFact,
  type TicketName,
  type TicketStored,
} from './ticket-events.ts';
import type { CleanTicket } from './ticket-record.ts';

type Stored = TicketStored['data'];

/** The texts of a ticket that a person may change. */
export type TicketTexts = ShownDetails & Pick<Stored, 'problem' | 'solution'>;

const textProperties: readonly (keyof TicketTexts)[] = [
  ...shownDetails.map(({ property }) => property),
  'problem',
  'solution',
];

/** All that an upload says of a ticket: its fields without its id. */
export type TicketContent = Omit<CleanTicket, 'ticketId'>;

export type TicketCommand =
  | { readonly type: 'StoreTicket'; readonly data: Stored }
  | { readonly type: 'ReembedTicket'; readonly vector: StoredVector }
  | {
      readonly type: 'CorrectTicket';
      /** The revision that was read. */
      readonly revision: number;
      /** Fields that are left out stay as they are. */
      readonly texts: TicketTexts | TicketContent;
      readonly vector: StoredVector;
    }
  | TicketChange;

/** What needs none of a ticket's texts. */
export type TicketChange =
  | {
      readonly type: 'WithdrawTicket' | 'RestoreTicket' | 'FlagTicket' | 'ConfirmTicket';
      /** The revision that was read, if the change depends on it. */
      readonly revision?: number | undefined;
    }
  | { readonly type: 'UndoTicket' };

/** A ticket that is stored; `undone`: hidden by the undo of its upload, no person's decision. `revision` counts the texts that it has had, from 1. */
export type PresentTicket<Data extends TicketName = Stored> = {
  readonly status: 'active' | 'withdrawn' | 'undone';
  readonly data: Data;
  readonly revision: number;
  /** Whether a person has flagged the texts for review. */
  readonly isFlagged: boolean;
};

export type TicketState<Data extends TicketName = Stored> =
  | { readonly status: 'missing' }
  | PresentTicket<Data>
  | { readonly status: 'erased' };

/** A model is its name and its number of dimensions: some models offer several. */
const isOfModel = (one: StoredVector, other: StoredVector) =>
  one.model === other.model && one.values.length === other.values.length;

/**
 * Each ticket of a collection is one stream: concurrent uploads store it once (rule 1), and it has one vector per model. What a person has withdrawn or
 * erased is not stored again; what an undo has hidden is. An erased ticket has no stream any more: its state comes from the request to erase it.
 */
export const ticket: Decider<TicketCommand, TicketState, TicketFact | ErasureRequested> = {
  initialState: { status: 'missing' },
  decide: (command, state) => {
    if (command.type === 'StoreTicket') return store(command.data, state);
    if (command.type === 'ReembedTicket') return reembed(command.vector, state);
    return command.type === 'CorrectTicket' ? correct(command, presentTicket(state)) : decideChange(command, state);
  },
  evolve: (state, event) => {
    if (event.type === 'TicketStored') return { status: 'active', data: event.data, revision: 1, isFlagged: false };
    if (event.type === 'ErasureRequested') return { status: 'erased' };
    if (state.status === 'missing' || state.status === 'erased') return state;
    switch (event.type) {
      case 'TicketReembedded':
        return { ...state, data: event.data };
      case 'TicketCorrected': {
        const { revision, ...data } = event.data;
        return { ...state, data, revision, isFlagged: false };
      }
      case 'TicketWithdrawn':
        return { ...state, status: 'withdrawn' };
      case 'TicketRestored':
        return { ...state, status: 'active' };
      case 'TicketFlagged':
        return { ...state, isFlagged: true };
      case 'TicketConfirmed':
        return { ...state, isFlagged: false };
      case 'TicketUndone':
        return { ...state, status: 'undone' };
      case 'TicketStoredAgain': {
        const { revision, ...data } = event.data;
        return { status: 'active', data, revision, isFlagged: false };
      }
    }
  },
};

/** Decides on a change of a ticket whose texts need not have been read. */
export const decideChange = (command: TicketChange, state: TicketState<TicketName>): readonly TicketFact[] => {
  const present = presentTicket(state);
  const { tenantId, collectionId, recordId, ticketId } = present.data;
  const data = { tenantId, collectionId, recordId, ticketId };
  if (command.type === 'UndoTicket') return present.status === 'active' ? [{ type: 'TicketUndone', data }] : [];
  if (command.revision !== undefined) requireRevision(command.revision, present.revision);
  switch (command.type) {
    case 'WithdrawTicket':
      return present.status === 'withdrawn' ? [] : [{ type: 'TicketWithdrawn', data }];
    case 'RestoreTicket':
      return present.status === 'active' ? [] : [{ type: 'TicketRestored', data }];
    case 'FlagTicket':
      return present.isFlagged ? [] : [{ type: 'TicketFlagged', data }];
    case 'ConfirmTicket':
      return present.isFlagged ? [{ type: 'TicketConfirmed', data }] : [];
  }
};

/** An undone ticket counts as absent. */
const store = (data: Stored, state: TicketState): readonly TicketFact[] => {
  if (state.status === 'missing') return [{ type: 'TicketStored', data }];
  if (state.status !== 'undone') return [];
  return [{ type: 'TicketStoredAgain', data: { ...data, revision: state.revision + 1 } }];
};

/** The ticket, if it is stored. Throws TicketNotFound. */
export const presentTicket = <Data extends TicketName>(state: TicketState<Data>): PresentTicket<Data> => {
  if (state.status === 'missing' || state.status === 'erased') throw new TicketNotFound();
  return state;
};

/** The vector of another model. A ticket that is not stored needs none, a withdrawn one may be restored. */
const reembed = (vector: StoredVector, state: TicketState): readonly TicketFact[] => {
  if (state.status === 'missing' || state.status === 'erased' || isOfModel(state.data.vector, vector)) return [];
  return [{ type: 'TicketReembedded', data: { ...state.data, vector } }];
};

/** A vector of another model does not change the revision, so that a correction does not conflict with it. Throws TicketChanged. */
const correct = (
  { revision, texts, vector }: Extract<TicketCommand, { readonly type: 'CorrectTicket' }>,
  { data, revision: current }: PresentTicket,
): readonly TicketFact[] => {
  requireRevision(revision, current);
  const corrected = { ...data, ...texts };
  if (isSameContent(data, corrected)) return [];
  return [{ type: 'TicketCorrected', data: { ...corrected, vector, revision: current + 1 } }];
};

/** Throws TicketChanged if a ticket has another revision than the one that was read. */
export const requireRevision = (read: number, current: number): void => {
  if (read !== current) throw new TicketChanged(`The ticket was changed meanwhile: it has the revision ${current}`);
};

/** The names of the texts that differ. */
export const changedTexts = (
  before: Partial<TicketTexts>,
  after: Partial<TicketTexts>,
): readonly (keyof TicketTexts)[] => textProperties.filter((name) => !isSameText(before[name], after[name]));

type Text = string | readonly string[] | undefined;

/** Part by part, as texts may have 256 KiB and differ in length. */
const isSameText = (one: Text, other: Text): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? one.length === other.length && one.every((part, index) => part === other[index])
    : one === other;

const contentFields = (Object.keys(storedFields) as (keyof typeof storedFields)[]).filter(
  (name): name is keyof TicketContent => name !== 'ticketId',
);

/** Names of details, by their properties. */
export type DetailProperties = readonly (keyof TicketDetails)[];

/**
 * The details that an update keeps, as its upload says nothing of them: those it leaves out, which an empty one is not. No export has the client or another
 * detail that is not shown, so that an empty one of those stays too.
 */
export const keptByUpdate = (sent: SentDetails): DetailProperties =>
  details
    .filter(({ isShown, property }) => sent[property] === undefined || (!isShown && sent[property].trim() === ''))
    .map(({ property }) => property);

/** A ticket as an update of a stored one, which keeps some of its details. */
export const asUpdateOf = (stored: TicketContent, ticket: CleanTicket, kept: DetailProperties): CleanTicket => ({
  ...ticket,
  ...Object.fromEntries(kept.map((property) => [property, stored[property]])),
});

/** The content of a ticket that is stored. */
export const contentOf = (ticket: TicketContent): TicketContent =>
  Object.fromEntries(contentFields.map((name) => [name, ticket[name]])) as TicketContent;

/** The names of the fields that differ. */
export const changedContent = (one: TicketContent, other: TicketContent): readonly (keyof TicketContent)[] =>
  contentFields.filter((name) => !isSameText(one[name], other[name]));

/** Whether an upload of one content would change nothing of the other. */
export const isSameContent = (one: TicketContent, other: TicketContent): boolean =>
  changedContent(one, other).length === 0;

/** What TicketStored records: the listed fields of the ticket, without those that it lacks. */
export const ticketStoredData = (
  owner: Pick<Stored, 'tenantId' | 'collectionId' | 'recordId'>,
  ticket: CleanTicket,
  vector: StoredVector,
): Stored => {
  const stored = Object.entries<unknown>(ticket).filter(
    ([name, value]) => Object.hasOwn(storedFields, name) && value !== undefined,
  );
  return {
    tenantId: owner.tenantId,
    collectionId: owner.collectionId,
    recordId: owner.recordId,
    ...(Object.fromEntries(stored) as CleanTicket),
    vector: { model: vector.model, values: vector.values },
  };
};
