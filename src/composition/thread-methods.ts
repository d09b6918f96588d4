import type { EventStore } from '../ports/event-store.ts';
import type { KeyUses } from '../ports/key-uses.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { Answer, Answerable, SearchTickets } from '../queries/search-tickets.ts';
import type { TrySolution } from '../queries/try-solution.ts';
import type { RequestMethods } from '../threads/running-requests.ts';
import type { AnswerPart } from '../queries/stream-answer.ts';
import type { Operation, OperationProgress, OperationReport } from '../operations/operation.ts';
import type { IterableMethods } from '../threads/remote-iterables.ts';
import type { ProjectionStatus } from '../../projections/projector.ts';

/** What the writer thread does for the other threads. */
export type WriterMethods = {
  readonly appendAll: EventStore['appendAll'];
  readonly read: EventStore['read'];
  readonly readPage: EventStore['readPage'];
  readonly readHeaders: EventStore['readHeaders'];
  readonly waitForPosition: ReadYourWrites['waitForPosition'];
  readonly renewUpload: UploadLeases['renew'];
  readonly releaseUpload: UploadLeases['release'];
  readonly isUploadHeld: UploadLeases['isHeld'];
  readonly recordKeyUses: KeyUses['record'];
  readonly keyUsesOf: KeyUses['of'];
  readonly removeKeyUses: KeyUses['remove'];
  readonly projectionStatuses: () => Promise<readonly ProjectionStatus[]>;
  /** What the log fails of, undefined if it works. */
  readonly logFailure: () => Promise<string | undefined>;
  /** Why an erasure of tickets or of an account is not finished, as far as this process knows. */
  readonly erasureTrouble: (
    erasureId: string,
  ) => Promise<{ readonly failed: boolean; readonly reason: string } | undefined>;
  readonly operate: (operation: Operation) => Promise<OperationReport>;
  /** Progress of the operation that runs; undefined if none does. */
  readonly operationProgress: () => Promise<OperationProgress | undefined>;
  readonly stop: () => Promise<void>;
};

type TrialRequests = RequestMethods<Parameters<TrySolution>[0], Awaited<ReturnType<TrySolution>>>;

type StreamedAnswers = IterableMethods<[found: Answerable], AnswerPart>;

export type SearchMethods = {
  readonly search: SearchTickets;
  /** Of a draft, by the id of its request (`remoteRequest`). */
  readonly trySolution: TrialRequests['run'];
  readonly abandonTrial: TrialRequests['abandon'];
  readonly answer: (found: Answerable) => Promise<Answer>;
  /** An answer part by part (`remoteIterable`). */
  readonly openAnswer: StreamedAnswers['open'];
  readonly nextOfAnswer: StreamedAnswers['next'];
  readonly closeAnswer: StreamedAnswers['close'];
  readonly ticketPage: Tickets['page'];
  readonly ticketIdPage: Tickets['idPage'];
  readonly ticketCounts: Tickets['counts'];
  readonly ticketsOfClient: Tickets['ofClient'];
  readonly ticketsOfUpload: Tickets['ofUpload'];
  /** Sends the spans that it still has. */
  readonly stop: () => Promise<void>;
};
