import type { Request, Response } from 'express';
import { abortableLimit, type AbortableLimit, type Waiter } from '../concurrency/abortable-limit.ts';
import { usedTime } from '../concurrency/fair-time-slices.ts';
import type { QuestionRecorder } from '../commands/record-questions.ts';
import type { Caller } from '../domain/access-key.ts';
import type { Surface } from '../domain/events.ts';
import type { FindCollection } from '../queries/find-collection.ts';
import type { SourcesLeft } from '../queries/sources-left.ts';
import type { Answer, Answerable, FoundTickets, Search, SearchTickets } from '../queries/search-tickets.ts';
import { callerOf, type Handler, requireIdentity, surfaceOf } from './authentication.ts';
import { customerAddress } from './client-address.ts';
import { clientGone, whileThere } from './client-gone.ts';
import { type OpenStreams, sendEvents, whileOpen } from './event-stream.ts';
import { checked } from './schemas/requests.ts';
import type { WriteReply } from './large-replies.ts';
import type { Metrics, SearchOutcome } from './metrics.ts';
import { mayBeRecorded, recordedQuestion, type Reply } from './recorded-question.ts';
import * as responses from './schemas/responses.ts';
import { searchRequest } from './schemas/search-requests.ts';
import { searchFilterOf } from './schemas/ticket-filter.ts';
import { setSourceHeaders } from './source-headers.ts';

/** What finds tickets and records the question. */
export type TicketSearch = {
  readonly findCollection: FindCollection;
  readonly search: SearchTickets;
  readonly sourcesLeft: SourcesLeft;
  readonly searched: Metrics['search'];
  /** Searches at a time, until their reply is written or a model begins with it: sources may have 256 KiB each. */
  readonly limit: AbortableLimit;
  /** Undefined if no question is recorded. */
  readonly record: QuestionRecorder['record'] | undefined;
  readonly newId: () => string;
};

/** What every search uses. */
export type SearchDependencies = TicketSearch & {
  readonly writeReply: WriteReply;
  /** The answers that are written; without it a user may have any number written. */
  readonly openStreams: OpenStreams | undefined;
  /** Whether answers are the solution of a ticket, word for word. */
  readonly isExtractive: boolean;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

type Dependencies = SearchDependencies & { readonly answer: (found: Answerable) => Promise<Answer> };

/**
 * POST /api/search and POST /api/v1/search. With `Accept: text/event-stream` the sources are sent as soon as they are found, and the answer when it is
 * written: one request, which does not wait for the model.
 */
export const searchHandlers = ({ answer, ...searching }: Dependencies) => ({
  search: (async (request, response) => {
    const { generate_answer: wanted, ...asked } = checked(searchRequest, request.body);
    const generateAnswer = wanted ?? true;
    const openStreams = generateAnswer ? searching.openStreams : undefined;
    const isStream = request.accepts(['json', 'text/event-stream']) === 'text/event-stream';
    await searchAndReply(searching, { request, response, ...askedIn(asked), generateAnswer }, (found, answering) => {
      const write = async () => (generateAnswer ? answer(found) : undefined);
      const finding = { ...searching, openStreams, ...answering, sources: found.sources, write };
      return isStream ? streamFound(response, finding) : sendFound(response, finding);
    });
  }) satisfies Handler,
});

type Finding = Pick<SearchDependencies, 'writeReply' | 'openStreams' | 'stopping'> &
  Answering &
  Telling & {
    readonly sources: FoundTickets['sources'];
    /** Undefined if no answer is wanted. */
    readonly write: () => Promise<Answer | undefined>;
  };

const sendFound = async (
  response: Response,
  { writeReply, openStreams, left, tell, sources, write }: Finding,
): Promise<Reply> => {
  const written = await whileOpen(openStreams, response, write);
  await writeReply(response, async (isAgain) => {
    // A model may have taken minutes.
    const present = written || isAgain ? await left() : sources;
    const send = () => {
      const isFromErased = written !== undefined && present.length < sources.length;
      if (!isFromErased) tell(present);
      const sent = isFromErased ? nothingLeft : { answer: written?.text ?? null, sources: present };
      response.json(responses.searchResult.toJson(sent));
    };
    return { tickets: present, write: send };
  });
  return replyOf(written);
};

const streamFound = async (
  response: Response,
  { writeReply, openStreams, stopping, isGone, tell, sources, write }: Finding,
): Promise<Reply> => {
  tell(sources);
  let ended: Reply = { outcome: 'failed' };
  await sendEvents(response, { stopping, openStreams }, async ({ events }) => {
    const areLeft = await writeSources(response, { writeReply, sources, isGone }, (present) =>
      events.write('sources', 0, responses.foundSources.toJson({ sources: present })),
    );
    if (!areLeft) {
      events.write('answer', 1, responses.writtenAnswer.toJson({ answer: sourcesGone }));
      return;
    }
    const written = await write();
    if (written) {
      const answer = (await isGone()) ? sourcesGone : written.text;
      events.write('answer', 1, responses.writtenAnswer.toJson({ answer }));
    }
    ended = replyOf(written);
  });
  return ended;
};

/** Writes the sources that begin a stream: none if one was erased while they waited, since its headers tell of all. Returns whether none was: else no answer may be written from them. */
export const writeSources = async (
  response: Response,
  { writeReply, sources, isGone }: Pick<Finding, 'writeReply' | 'sources' | 'isGone'>,
  write: (sources: FoundTickets['sources']) => void,
): Promise<boolean> => {
  let areLeft = true;
  const read = async (isAgain: boolean) => {
    areLeft = !(isAgain && (await isGone()));
    const present = areLeft ? sources : [];
    return { tickets: present, write: () => write(present) };
  };
  await writeReply(response, read, { isWhole: false });
  return areLeft;
};

type Question = {
  readonly collection_id: string;
  readonly query: string;
  readonly filter?: unknown;
  readonly distinct?: boolean | null | undefined;
};

/** What a body asks. Throws InvalidInput. */
export const askedIn = ({ collection_id: collectionId, query, filter, distinct }: Question) => ({
  ...{ collectionId, query, isDistinct: distinct ?? false },
  filter: searchFilterOf(filter),
});

/** The answer in place of one whose sources were erased while a model wrote it. */
export const sourcesGone = 'LLM response error: a ticket was erased while the answer was written from it; ask again';

const nothingLeft = { answer: sourcesGone, sources: [] };

const replyOf = (answer: Answer | undefined): Reply =>
  answer ? { outcome: answer.outcome, answer } : { outcome: 'sources-only' };

type Asked = Omit<Search, 'tenantId' | 'notNames'> & { readonly request: Request; readonly response: Response };

/** Sets the headers of a response that tell of the tickets and of the answer: right before it is sent, which it may be without them. */
type Telling = { readonly tell: (sources: FoundTickets['sources']) => void };

/** The same as `findTickets` for a request. */
export const searchAndReply = async (
  dependencies: SearchDependencies,
  { request, response, ...asked }: Asked,
  reply: (found: FoundTickets, answering: Answering & Telling) => Promise<Reply>,
): Promise<void> =>
  whileThere(response, async () => {
    const waitsForModel = asked.generateAnswer && !dependencies.isExtractive;
    await findTickets(
      dependencies,
      { ...asked, ...askerOf(request, response), waitsForModel },
      async (found, answering) => {
        // A question may have waited for a model.
        await requireIdentity(response);
        const { answerId } = answering;
        const tell: Telling['tell'] = (sources) => {
          setSourceHeaders(response, { ...found, sources });
          if (answerId !== null) response.set('Answer-Id', answerId);
        };
        if (dependencies.isExtractive) response.set('Answer-Model', 'extractive');
        if (found.answerOdds !== undefined) response.locals['answerOdds'] = found.answerOdds;
        return reply(found, { ...answering, tell });
      },
    );
  });

/** Who asks, by which surface, and whether that may be recorded. */
export type Asker = {
  readonly caller: Caller;
  readonly surface: Surface;
  readonly isRecorded: boolean;
  /** Of a search that waits for others. */
  readonly waiter: Omit<Waiter, 'tenantId'>;
};

/** The id of an answer that will be recorded, and the tickets that were found for it and that nobody has erased since then, alone or with their collection. */
export type Answering = {
  readonly answerId: string | null;
  readonly left: () => Promise<FoundTickets['sources']>;
  /** Whether not all are left. */
  readonly isGone: () => Promise<boolean>;
};

/** The asker of a request. */
export const askerOf = (request: Request, response: Response): Asker => ({
  caller: callerOf(response),
  surface: surfaceOf(request),
  isRecorded: mayBeRecorded(request),
  waiter: { customer: customerAddress(request.ip), signal: clientGone(response) },
});

/** Of all, of one tenant and of one customer. A search that waits for a slot ends with its client. */
export const searchSlots = (): AbortableLimit => abortableLimit(64, 16, { maxOfCustomer: 48, countTime: usedTime });

/** `waitsForModel`: its reply takes as long as a model, and no slot meanwhile. */
type Wanted = Omit<Search, 'tenantId' | 'notNames'> & Asker & { readonly waitsForModel?: boolean };

/**
 * Finds the tickets for a question and lets `reply` send them. The search is counted with the outcome that this returns, and afterwards its question is recorded
 * under the id of the answer, unless that is null. Throws CollectionNotFound.
 */
export const findTickets = async (
  { findCollection, search, sourcesLeft, searched, limit, record, newId }: TicketSearch,
  { caller, surface, isRecorded, waiter, waitsForModel = false, collectionId, isDistinct = false, ...question }: Wanted,
  reply: (found: FoundTickets, answering: Answering) => Promise<Reply>,
): Promise<void> => {
  const { id, userId: tenantId, notNames } = await findCollection(caller, collectionId);
  const answerId = record && isRecorded ? newId() : null;
  const start = performance.now();
  let outcome: SearchOutcome = 'failed';
  try {
    const query = question.query.toWellFormed().trim();
    const where = { tenantId, collectionId: id, notNames };
    const replyTo = async (found: FoundTickets) => {
      const left = () => sourcesLeft({ tenantId, collectionId: id, sources: found.sources });
      const isGone = async () => (await left()).length < found.sources.length;
      return { found, replied: await reply(found, { answerId, left, isGone }) };
    };
    const { found, replied: first } = await limit({ tenantId, ...waiter }, async () => {
      const nearest = await search({ ...where, ...question, customer: waiter.customer, query, isDistinct });
      return waitsForModel ? { found: nearest, replied: undefined } : replyTo(nearest);
    });
    const replied = first ?? (await replyTo(found)).replied;
    ({ outcome } = replied);
    if (answerId === null) return;
    const isFiltered = question.filter !== undefined;
    const asked = { answerId, tenantId, collectionId: id, surface, isFiltered, isDistinct };
    const milliseconds = performance.now() - start;
    record?.(() => recordedQuestion({ ...asked, milliseconds }, found, replied));
  } catch (error) {
    if (error === waiter.signal.reason) outcome = 'abandoned';
    throw error;
  } finally {
    searched({ outcome, milliseconds: performance.now() - start });
  }
};
