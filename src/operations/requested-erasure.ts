import { type Decider, stateAfter } from '../domain/decider.ts';
import type { ErasureState } from '../domain/erasure.ts';
import type { ErasedTicket, ErasureProven } from '../domain/erasure-events.ts';
import type { Fact, RecordedEvent, UploadName } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Collections } from '../ports/collections.ts';
import type { ErasedContents } from '../ports/erased-contents.ts';
import type { ErasedEvents, EventStore } from '../ports/event-store.ts';
import type { Questions } from '../ports/questions.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { Uploads } from '../ports/uploads.ts';

/** An erasure that was requested. */
export type RequestedErasure = Extract<ErasureState, { readonly status: 'requested' }> & { readonly requestedAt: Date };

/** An erasure of tickets or of an account after events of its stream, the first of which is its request; undefined if there was none. */
export const requestedIn = <State extends { readonly status: 'missing' | 'requested' }, Event extends Fact>(
  decider: Decider<never, State, Event>,
  events: readonly RecordedEvent[],
): (Extract<State, { readonly status: 'requested' }> & { readonly requestedAt: Date }) | undefined => {
  const state = stateAfter(decider, events);
  const [first] = events;
  if (state.status === 'missing' || !first) return undefined;
  return { ...(state as Extract<State, { readonly status: 'requested' }>), requestedAt: new Date(first.metadata.at) };
};

/** What was seen: the step is proven, or has to wait for something. */
export type CheckResult =
  | { readonly proof: Pick<ErasureProven['data'], 'found' | 'positions' | 'elsewhere'> }
  /** `soon`: it is checked in the next round, since that costs next to nothing until it is its turn. */
  | { readonly waitsFor: string; readonly soon?: true };

/** Texts were found where only those of the erasure can be. `files`: for the operator. */
export type TextsLeft = { readonly left: readonly string[]; readonly files: readonly string[] };

export type ErasureStores = {
  readonly store: Pick<EventStore, 'appendAll' | 'readPage' | 'erase' | 'eraseUnchanged' | 'subscribe'>;
  /** Of a log that removes erased events later. */
  readonly erased: Pick<ErasedEvents, 'heldAt'> | undefined;
  readonly collections: Pick<Collections, 'byId' | 'known' | 'ofUser'>;
  readonly tickets: Pick<Tickets, 'page'>;
  readonly uploads: Pick<Uploads, 'tickets' | 'running' | 'ofCollection' | 'expired'>;
  readonly questions: Pick<Questions, 'erased'>;
  readonly contents: ErasedContents;
  /** Whether the recorded reason of an upload may quote its file. */
  readonly quotesFile: (reason: string) => boolean;
  /** Records that the record of an upload has expired, and its reason with it. */
  readonly expireUpload: (upload: Pick<UploadName, 'userId' | 'uploadId'>) => Promise<unknown>;
  /** Records tickets that have changed since the request. */
  readonly amend: (erasure: RequestedErasure, tickets: readonly ErasedTicket[]) => Promise<void>;
};

/** The tenant and collection of an erasure. */
export const ownerOf = ({ request: { userId: tenantId, collectionId } }: RequestedErasure) => ({
  tenantId,
  collectionId,
});
/** The record ids of its tickets. */
export const recordsOf = ({ tickets }: RequestedErasure) => tickets.map(({ recordId }) => recordId);
/** The names of their streams. */
export const streamsOf = (erasure: RequestedErasure) =>
  recordsOf(erasure).map((recordId) => streamOf.ticket(erasure.request.collectionId, recordId));
