import type { RequestHandler, Response } from 'express';
import type { JudgeAnswer } from '../commands/judge-answer.ts';
import { AnswerNotFound } from '../domain/errors.ts';
import { recordId } from '../domain/ticket-record.ts';
import { isUuid } from '../platform/uuid.ts';
import type { SimilarityLevels } from '../ports/embedder.ts';
import type { Ingest } from '../ports/ingest.ts';
import type { ListedQuestion, QuestionRecord, Questions } from '../ports/questions.ts';
import type { FindAnswer } from '../queries/find-answer.ts';
import { goldenQuestions } from '../queries/golden-questions.ts';
import type { QuestionFigures } from '../queries/question-figures.ts';
import { callerOf, type Handler, surfaceOf } from './authentication.ts';
import { collectionOf } from './collections.ts';
import { egressPages } from './egress-csv.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import { eachIn, sendCsv, sendLines } from './export.ts';
import type { InTurns } from './list-turns.ts';
import { delimiterOf } from './schemas/csv-query.ts';
import * as schemas from './schemas/questions.ts';
import { quotingAnswers, quotingQuery } from './schemas/quoting-questions.ts';
import { checked, pageOf } from './schemas/requests.ts';
import { isVerySimilar, setSimilarityLevels } from './similarity-levels.ts';
import type { Language } from './skipped-csv.ts';

type Dependencies = {
  readonly questions: Questions;
  readonly figures: QuestionFigures;
  readonly judge: JudgeAnswer;
  readonly clean: Ingest['clean'];
  readonly levelsOfModel: LevelsOfModel;
  readonly openStreams: OpenStreams;
  readonly inTurns: InTurns;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/** What scores of an embedding model mean; undefined if that is not known. */
export type LevelsOfModel = (model: string) => SimilarityLevels | undefined;

const answerOf = (response: Response): QuestionRecord => response.locals['answer'] as QuestionRecord;

/** The step that refuses a request for an answer that is not the caller's, or not kept, with 404. */
export const requireAnswer =
  (findAnswer: FindAnswer): RequestHandler =>
  async (request, response, next) => {
    const { answer_id: id } = request.params;
    if (!isUuid(id)) throw new AnswerNotFound();
    response.locals['answer'] = await findAnswer(callerOf(response), id.toLowerCase());
    next();
  };

/** …/answers/{answer_id}, and the questions of a collection. */
export const questionHandlers = (dependencies: Dependencies) => ({
  ...answerHandlers(dependencies),
  ...listHandlers(dependencies),
  downloadEgress: egressHandler(dependencies),
  downloadGolden: goldenHandler(dependencies),
});

const answerHandlers = ({ judge, clean, levelsOfModel }: Pick<Dependencies, 'judge' | 'clean' | 'levelsOfModel'>) => ({
  showAnswer: ((_request, response) => {
    const answer = answerOf(response);
    if (answer.embeddingModel !== null) setSimilarityLevels(response, levelsOfModel(answer.embeddingModel));
    response.json(schemas.answer.toJson(answer));
  }) satisfies Handler,

  judgeAnswer: (async (request, response) => {
    const { helped, ticket_id: ticketId = null, comment: given } = checked(schemas.newVerdict, request.body);
    const comment = (await clean((given ?? '').toWellFormed(), 'text')) || null;
    const { answerId, userId } = answerOf(response);
    const command = { type: 'JudgeAnswer', verdict: { helped, ticketId, comment } } as const;
    await judge({ answerId, userId, surface: surfaceOf(request), command });
    response.status(204).end();
  }) satisfies Handler,

  takeVerdictBack: (async (request, response) => {
    const { answerId, userId } = answerOf(response);
    await judge({ answerId, userId, surface: surfaceOf(request), command: { type: 'TakeVerdictBack' } });
    response.status(204).end();
  }) satisfies Handler,
});

/** Questions as lists show them. */
export const shownQuestions = <Row extends ListedQuestion>(
  rows: readonly Row[],
  levelsOfModel: LevelsOfModel,
): readonly (Row & schemas.ShownQuestion)[] =>
  rows.map((row) => {
    const isSure = row.basis && isVerySimilar(row.basis, levelsOfModel(row.basis.model));
    return { ...row, ...(isSure === false && { isTentative: true as const }) };
  });

type Listing = Pick<Dependencies, 'questions' | 'figures' | 'inTurns' | 'levelsOfModel'>;

const listHandlers = ({ questions, figures, inTurns, levelsOfModel }: Listing) => ({
  listQuestions: inTurns(async (request, response, turn) => {
    const { outcome, helped, ...wanted } = checked(schemas.questionsQuery, request.query);
    const { limit, before } = pageFrom(wanted);
    const { id: collectionId } = collectionOf(response);
    const page = { collectionId, outcome, helped: schemas.helpedOf(helped), before, limit };
    const { rows, next } = await turn(() => questions.ofCollection(page));
    response.json(schemas.questions.toJson({ questions: shownQuestions(rows, levelsOfModel), next: keyOf(next) }));
  }),

  listQuoting: inTurns(async (request, response, turn) => {
    const { revision, cited, ...wanted } = checked(quotingQuery, request.query);
    const { id: collectionId, userId } = collectionOf(response);
    const ticketId = String(request.params['ticket_id']);
    const ticket = { collectionId, recordId: recordId(userId, ticketId), ticketId };
    const ofRevision = { ...ticket, revision: revision === undefined ? undefined : Number(revision) };
    const isCited = cited === undefined ? undefined : cited === 'true';
    const page = pageFrom(wanted);
    const { rows, next } = await turn(() => questions.quoting({ ...ofRevision, isCited }, page));
    const counts = await turn(() => questions.countQuoting(ofRevision));
    const answers = shownQuestions(rows, levelsOfModel);
    response.json(quotingAnswers.toJson({ answers, ...counts, next: keyOf(next) }));
  }),

  showFigures: inTurns(async (request, response, turn) => {
    const { days = 30 } = checked(schemas.figuresQuery, request.query);
    response.json(schemas.figures.toJson({ days: await figures(collectionOf(response).id, days, turn) }));
  }),
});

/** A page of a list that is newest first. */
export const pageFrom = (query: Parameters<typeof pageOf>[0]) => {
  const { limit, after } = pageOf(query, 50);
  return { limit, before: after === undefined ? undefined : BigInt(after) };
};

/** What a list names as its next page. */
export const keyOf = (next: bigint | undefined): string | null => (next === undefined ? null : String(next));

type Downloading = Pick<Dependencies, 'questions' | 'openStreams' | 'inTurns' | 'stopping'>;

/** The confirmed questions as JSON Lines, at the speed of the client. */
const goldenHandler = ({ questions, openStreams, inTurns, stopping }: Downloading): Handler =>
  inTurns(async (_request, response, turn) => {
    const { id: collectionId } = collectionOf(response);
    const golden = { pages: eachIn({ response, turn }, goldenPages(questions, collectionId)), name: 'golden.jsonl' };
    await whileOpen(openStreams, response, () => sendLines(response, golden, stopping));
  });

async function* goldenPages(questions: Questions, collectionId: string): AsyncGenerator<string, void> {
  for await (const page of goldenQuestions(questions, collectionId))
    yield page.map((each) => `${JSON.stringify(schemas.goldenQuestion.toJson(each))}\n`).join('');
}

/** What left the service in a month, as CSV at the speed of the client. */
const egressHandler = ({ questions, openStreams, inTurns, stopping }: Downloading): Handler =>
  inTurns(async (request, response, turn) => {
    const { month, delimiter: name } = checked(schemas.egressQuery, request.query);
    const delimiter = delimiterOf(name);
    const { id: collectionId } = collectionOf(response);
    const pages = (language: Language) => egressPages(questions, { collectionId, month, language, delimiter });
    const csv = { name: `egress-${month}.csv`, pages };
    await whileOpen(openStreams, response, () => sendCsv(response, csv, { turn, stopping }));
  });
