import { egressQuery, figuresQuery, questionsQuery } from '../schemas/questions.ts';
import { quotingQuery } from '../schemas/quoting-questions.ts';
import { atPath, type Operation, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';
import { similarityLevelsHeader } from './search-operations.ts';

type Described = Omit<Operation, 'credential' | 'tag' | 'refusals'> & Partial<Pick<Operation, 'refusals'>>;

const onBoth = (method: string, path: string, operation: Described): Operations =>
  atPath(method, path, { tag: 'Questions', refusals: [400, 401, 404], ...operation });

const collection = '/collections/:collection_id';

/** Recorded questions, with their answers and verdicts, on both surfaces. */
export const questionOperations: Operations = {
  ...onBoth('get', '/answers/:answer_id', {
    id: 'showAnswer',
    summary: 'A recorded question with its answer',
    description:
      'Of an answer that was given just now, too. Not found once it has expired, or a ticket that it quotes was erased.',
    headers: similarityLevelsHeader,
    answers: { 200: 'Answer' },
    refusals: [401, 404],
  }),
  ...onBoth('put', '/answers/:answer_id/verdict', {
    id: 'judgeAnswer',
    summary: 'Say whether an answer helped',
    description:
      'One verdict for each question, which a later one replaces. It is stored when the request is answered.',
    body: ['Verdict'],
    answers: { 204: 'Nothing' },
    refusals: [400, 401, 403, 404, 409, 413, 507],
  }),
  ...onBoth('delete', '/answers/:answer_id/verdict', {
    id: 'takeVerdictBack',
    summary: 'Take a verdict back',
    answers: { 204: 'Nothing' },
    refusals: [400, 401, 403, 404, 409, 507],
  }),
  ...onBoth('get', `${collection}/questions`, {
    id: 'listQuestions',
    summary: 'The recorded questions of a collection, newest first',
    description: 'A page has fewer rows than its limit where questions are long.',
    parameters: queryParameters(questionsQuery),
    answers: { 200: 'Questions' },
  }),
  ...onBoth('get', `${collection}/questions/figures`, {
    id: 'showQuestionFigures',
    summary: 'How many questions were asked, answered and judged, day by day',
    parameters: queryParameters(figuresQuery),
    answers: { 200: 'QuestionFigures' },
  }),
  ...onBoth('get', `${collection}/questions/egress.csv`, {
    id: 'downloadEgress',
    summary: 'What left the service for the recorded questions of a month',
    description:
      'A line for each text that was sent to a model of the gateway: when, to which host and model, which tickets in which revisions, how many masks it held, and the SHA-256 of its bytes. If there was none, a line says so.',
    parameters: queryParameters(egressQuery),
    answers: { 200: 'Csv' },
  }),
  ...onBoth('get', `${collection}/golden.jsonl`, {
    id: 'downloadGolden',
    summary: 'The questions of which a verdict says what is right, as JSON Lines',
    description:
      'Each with the ticket that helped and its revision, or with null where it was right that there is too little information; `npm run backtest -- --golden` asks them again. Streamed at the speed of the client. If it fails on the way, the connection breaks before the last chunk.',
    answers: { 200: 'GoldenLines' },
    refusals: [401, 404],
  }),
  ...onBoth('get', `${collection}/tickets/:ticket_id/answers`, {
    id: 'listQuotingAnswers',
    summary: 'The questions that had a ticket among their sources, newest first',
    description:
      'Those whose answer is based on it, and those in which it was only among the nearest: `cited` asks for either, and the body counts both. Empty for a ticket that none has found, and for one that does not exist.',
    parameters: queryParameters(quotingQuery),
    answers: { 200: 'QuotingAnswers' },
  }),
};
