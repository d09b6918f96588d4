import { randomUUID } from 'node:crypto';
import type { AdmitChanges } from '../commands/admit-changes.ts';
import { changeGap } from '../commands/change-gap.ts';
import { judgeAnswer } from '../commands/judge-answer.ts';
import type { QuestionRecorder } from '../commands/record-questions.ts';
import { answerHandlers } from '../http/answers.ts';
import { answerStreams, exportStreams, openTrials } from '../http/event-stream.ts';
import { gapHandlers } from '../http/gaps.ts';
import type { Metrics } from '../http/metrics.ts';
import { questionHandlers } from '../http/questions.ts';
import { searchHandlers, type TicketSearch } from '../http/search.ts';
import type { Ingest } from '../ports/ingest.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { sourcesLeft } from '../queries/sources-left.ts';
import { findCollection } from '../queries/find-collection.ts';
import { findGaps } from '../queries/find-gaps.ts';
import { questionFigures } from '../queries/question-figures.ts';
import { remoteIterable } from '../threads/remote-iterables.ts';
import { remoteRequest } from '../threads/running-requests.ts';
import type { ReadModels } from './read-stores.ts';
import type { LevelsOfModel } from './similarity-levels.ts';
import type { SearchMethods, WriterMethods } from './thread-methods.ts';
import type { Turns } from './turns.ts';

/** What the endpoints of searches and of their recorded questions use. */
export type QuestionParts = Pick<Turns, 'inTurns' | 'limitSearches' | 'writeReply'> & {
  readonly threads: { readonly writer: WriterMethods; readonly ingest: Ingest; readonly search: SearchMethods };
  readonly stores: Pick<ReadModels, 'collections' | 'questions' | 'gaps'>;
  readonly metrics: Pick<Metrics, 'search'>;
  readonly stopping: AbortSignal;
  readonly admit: AdmitChanges;
  readonly recorder: QuestionRecorder;
  /** 0: no questions are recorded. */
  readonly keepQuestionsDays: number;
  /** Whether a model behind a gateway writes answers. */
  readonly hasGateway: boolean;
  readonly levelsOfModel: LevelsOfModel;
};

/** Returns the handlers of searches, of their recorded questions and of the gaps between these and the tickets. */
export const questionEndpoints = (parts: QuestionParts) => ({
  ...ofSearches(parts),
  ...ofQuestions(parts),
  ...ofGaps(parts),
});

const clock = { now: () => new Date(), newId: randomUUID };

/** What finds tickets and records the question. */
export const searchingOf = ({ threads, stores, metrics, ...parts }: QuestionParts): TicketSearch => ({
  findCollection: findCollection(stores.collections),
  search: threads.search.search,
  sourcesLeft: sourcesLeft(stores.collections),
  searched: metrics.search,
  limit: parts.limitSearches,
  record: parts.keepQuestionsDays > 0 ? parts.recorder.record : undefined,
  // In the log and in the read models the streams and rows of questions then follow one another.
  newId: () => uuidV7(clock.now()),
});

const ofSearches = (parts: QuestionParts) => {
  const { answer, openAnswer: open, nextOfAnswer: next, closeAnswer: close } = parts.threads.search;
  const openStreams = parts.hasGateway ? answerStreams() : undefined;
  const isExtractive = !parts.hasGateway;
  const searching = {
    ...searchingOf(parts),
    openStreams,
    isExtractive,
    stopping: parts.stopping,
    writeReply: parts.writeReply,
  };
  const streamAnswer = remoteIterable({ open, next, close }, clock.newId);
  return { ...searchHandlers({ ...searching, answer }), ...answerHandlers({ ...searching, streamAnswer }) };
};

const ofQuestions = ({ threads: { writer, ingest }, stores: { questions }, ...parts }: QuestionParts) =>
  questionHandlers({
    questions,
    figures: questionFigures({ questions, now: clock.now }),
    judge: judgeAnswer({ ...clock, admit: parts.admit, streams: writer, projected: writer }),
    clean: ingest.clean,
    levelsOfModel: parts.levelsOfModel,
    openStreams: exportStreams(),
    inTurns: parts.inTurns,
    stopping: parts.stopping,
  });

const ofGaps = ({ threads: { writer, ingest, search }, stores, ...parts }: QuestionParts) => {
  const { gaps, questions, collections } = stores;
  const { inTurns, admit, levelsOfModel } = parts;
  const changing = { ...clock, gaps, admit, streams: writer, projected: writer };
  return gapHandlers({
    ...{ inTurns, gaps, questions, levelsOfModel, openTrials: openTrials() },
    findGaps: findGaps({ ...clock, gaps, collections }),
    dismissGap: changeGap(changing, 'DismissGap'),
    restoreGap: changeGap(changing, 'RestoreGap'),
    evaluateDraft: remoteRequest({ run: ingest.evaluateDraft, abandon: ingest.abandon }, clock.newId),
    trySolution: remoteRequest({ run: search.trySolution, abandon: search.abandonTrial }, clock.newId),
  });
};
