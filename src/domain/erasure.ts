import type { Decider } from './decider.ts';
import { ErasureNotFound } from './errors.ts';
import type { RecordedEvent } from './events.ts';
import { someOf } from '../platform/some-of.ts';
import type { TicketFact } from './ticket-events.ts';
import { revisionAfter } from './ticket-history.ts';
import {
  type ErasedTicket,
  type ErasureAmended,
  type ErasureHeldBack,
  type ErasureProven,
  type ErasureRequested,
  type ErasureStep,
  erasureSteps,
  type SameText,
} from './erasure-events.ts';

export type ErasureCommand =
  | { readonly type: 'RequestErasure'; readonly data: ErasureRequested['data'] }
  | { readonly type: 'AmendErasure'; readonly tickets: readonly ErasedTicket[] }
  | { readonly type: 'HoldBackErasure'; readonly left: number }
  | {
      readonly type: 'ProveStep';
      readonly proof: Pick<ErasureProven['data'], 'step' | 'found' | 'positions' | 'elsewhere'>;
    };

export type ErasureState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'requested';
      readonly request: ErasureRequested['data'];
      /** Those of the request, as they were last. */
      readonly tickets: readonly ErasedTicket[];
      readonly proven: ReadonlySet<ErasureStep>;
      /** Of all erased events, once they are known. */
      readonly positions: readonly string[];
      /** What other tickets have of the texts. */
      readonly elsewhere: readonly SameText[];
      /** Pieces of the texts that the files had after the last look; undefined if it has not come to that. */
      readonly heldBackFor: number | undefined;
    };

export type ErasureEvent = ErasureRequested | ErasureAmended | ErasureProven | ErasureHeldBack;

/** Each erasure is one stream. A step is proven once. */
export const erasure: Decider<ErasureCommand, ErasureState, ErasureEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RequestErasure') {
      return state.status === 'missing' ? [{ type: 'ErasureRequested', data: command.data }] : [];
    }
    if (state.status === 'missing') throw new ErasureNotFound();
    const { erasureId, userId, collectionId } = state.request;
    if (command.type === 'AmendErasure') {
      const tickets = command.tickets.filter((ticket) => isChanged(state.tickets, ticket));
      return tickets.length === 0
        ? []
        : [{ type: 'ErasureAmended', data: { erasureId, userId, collectionId, tickets } }];
    }
    if (command.type === 'HoldBackErasure') {
      if (state.heldBackFor !== undefined || state.proven.has('read_models')) return [];
      return [{ type: 'ErasureHeldBack', data: { erasureId, userId, collectionId, left: command.left } }];
    }
    if (state.proven.has(command.proof.step)) return [];
    return [{ type: 'ErasureProven', data: { erasureId, userId, collectionId, ...command.proof } }];
  },

  evolve: (state, event) => {
    if (event.type === 'ErasureRequested') {
      const positions = event.data.tickets.flatMap((ticket) => ticket.positions);
      const { tickets } = event.data;
      const unproven = { proven: new Set<ErasureStep>(), elsewhere: [], heldBackFor: undefined };
      return { status: 'requested', request: event.data, tickets, positions, ...unproven };
    }
    if (state.status === 'missing') return state;
    if (event.type === 'ErasureAmended') {
      const amended = new Map(event.data.tickets.map((ticket) => [ticket.recordId, ticket]));
      return { ...state, tickets: state.tickets.map((ticket) => amended.get(ticket.recordId) ?? ticket) };
    }
    if (event.type === 'ErasureHeldBack') return { ...state, heldBackFor: event.data.left };
    const { step, positions: erased = [], elsewhere = state.elsewhere } = event.data;
    const positions = [...new Set([...state.positions, ...erased])];
    return { ...state, proven: new Set([...state.proven, step]), positions, elsewhere };
  },

  subjects: (event) => {
    switch (event.type) {
      case 'ErasureRequested':
        return { says: ['request'] };
      case 'ErasureAmended':
        return { says: event.data.tickets.map(({ recordId }) => `ticket ${recordId}`) };
      case 'ErasureProven':
        return { says: [`proof of ${event.data.step}`] };
      case 'ErasureHeldBack':
        return { says: ['held back'] };
    }
  },
};

/** Whether something of a ticket of an erasure is not recorded yet. */
const isChanged = (tickets: readonly ErasedTicket[], ticket: ErasedTicket): boolean => {
  const before = tickets.find(({ recordId }) => recordId === ticket.recordId);
  return before !== undefined && !isToldBy(before, ticket);
};

/** Whether what is recorded of a ticket tells of it as much as what was read. */
export const isToldBy = (recorded: ErasedTicket, read: ErasedTicket): boolean =>
  recorded.positions.at(-1) === read.positions.at(-1) &&
  recorded.positions.length >= read.positions.length &&
  eventsOfTicket(recorded) >= eventsOfTicket(read);

/** How many events an erased ticket had. */
export const eventsOfTicket = ({ positions, events = positions.length }: ErasedTicket): number => events;

const outcomes: Readonly<Record<string, 'stored' | 'updated'>> = {
  TicketStored: 'stored',
  TicketStoredAgain: 'stored',
  TicketCorrected: 'updated',
};

const outcomeOf = ({ type, metadata }: RecordedEvent): ErasedTicket['uploads'] => {
  const { uploadId, place: index, row = null } = metadata;
  const outcome = outcomes[type];
  if (outcome === undefined || uploadId === undefined || index === undefined) return [];
  return [{ uploadId, index, row, outcome }];
};

/** Positions of a ticket that are listed, and outcomes of it in one event, which has 1 MiB. */
const maxOfTicket = { positions: 10_000, uploads: 2_000 };

/** Gathers what an erasure records of a ticket from the events of its stream in their order: a bounded part at a time, however many there are. */
export const ticketPast = (
  { recordId, ticketId }: Pick<ErasedTicket, 'recordId' | 'ticketId'>,
  limits = maxOfTicket,
) => {
  const positions = someOf<string>(limits.positions);
  let uploads: ErasedTicket['uploads'][number][] = [];
  let [revisions, newest] = [1, ''];
  const told = (): ErasedTicket => {
    const events = positions.count();
    const kept = positions.kept();
    const listed = kept.at(-1) === newest ? kept : [...kept, newest];
    return { recordId, ticketId, revisions, positions: listed, ...(events > listed.length && { events }), uploads };
  };
  return {
    add: (event: RecordedEvent): void => {
      newest = String(event.position);
      positions.add(newest);
      revisions = revisionAfter(event as RecordedEvent<TicketFact>) ?? revisions;
      uploads.push(...outcomeOf(event));
    },
    /** Whether there are so many outcomes that they are to be recorded. */
    isFull: (): boolean => uploads.length >= limits.uploads,
    /** The ticket as far as it was read, with the outcomes since there were last so many; undefined if nothing was. */
    take: (): ErasedTicket | undefined => {
      if (positions.count() === 0) return undefined;
      const ticket = told();
      if (uploads.length >= limits.uploads) uploads = [];
      return ticket;
    },
  };
};

/** Why an erasure is not proven whose texts the files still have. No file is named: others may have theirs in it. */
export const textsLeft = (pieces: number, isHeldBack: boolean): string =>
  `${pieces} pieces of the texts are left in files: ${isHeldBack ? 'the operator of the service has to remove them' : 'they are looked for again'}`;

/** The steps of a service: `log_disk` only where the log's server keeps what was erased. */
export const stepsOf = ({ hasLogServer }: { readonly hasLogServer: boolean }): readonly ErasureStep[] =>
  erasureSteps.filter((step) => hasLogServer || step !== 'log_disk');
