import { boolean, number as numberField, object, string } from 'yup';
import { questionOutcomes, type QuestionOutcome, type SentText } from '../../domain/question-events.ts';
import type { GoldenQuestion } from '../../queries/golden-questions.ts';
import type { DayFigures, ListedQuestion, QuestionRecord, Verdict } from '../../ports/questions.ts';
import { csvDelimiter } from './csv-query.ts';
import {
  boolean as booleanType,
  constant,
  constrained,
  count,
  integer,
  type JsonType,
  list,
  nullable,
  number,
  oneOf,
  optional,
  record,
  referenced,
  text,
  timestamp,
  uuid,
} from './json-types.ts';
import { page, text as textField } from './requests.ts';

/** The checks of requests about recorded questions, and the answers. */

const maxComment = 1_000;

export const newVerdict = object({
  helped: boolean().strict().typeError('${path} must be true or false').required('${path} is required'),
  ticket_id: textField()
    .nullable()
    .meta({ description: 'Which of the sources of the answer helped', examples: ['4812'] }),
  comment: textField()
    .nullable()
    .test({
      name: 'length',
      message: `\${path} must have at most ${maxComment} characters`,
      params: { jsonSchema: { maxLength: maxComment } },
      test: (value) => Array.from((value ?? '').slice(0, 2 * maxComment + 1)).length <= maxComment,
    })
    .meta({ description: `At most ${maxComment} characters; cleaned of personal data` }),
});

export const questionsQuery = object({
  ...page(100),
  outcome: string<QuestionOutcome>()
    .oneOf(questionOutcomes, `\${path} must be one of ${questionOutcomes.join(', ')}`)
    .meta({ description: 'Only questions with this outcome' }),
  helped: string<'true' | 'false' | 'none'>()
    .oneOf(['true', 'false', 'none'], '${path} must be true, false or none')
    .meta({ description: 'Only questions with this verdict, or without one' }),
});

/** The verdict of a checked query string. */
export const helpedOf = (helped: 'true' | 'false' | 'none' | undefined): boolean | null | undefined =>
  helped === undefined ? undefined : helped === 'none' ? null : helped === 'true';

const maxDays = 366;
const wholeDays = `\${path} must be a whole number from 1 to ${maxDays}`;

export const figuresQuery = object({
  days: numberField()
    .typeError(wholeDays)
    .integer(wholeDays)
    .min(1, wholeDays)
    .max(maxDays, wholeDays)
    .meta({ type: 'integer', default: 30, minimum: 1, maximum: maxDays, description: 'The last days, today included' }),
});

export const egressQuery = object({
  month: string()
    .required('${path} is required')
    .matches(/^2\d{3}-(0[1-9]|1[0-2])$/, '${path} must be a month such as 2026-11')
    .meta({ description: 'In UTC', pattern: String.raw`^2\d{3}-(0[1-9]|1[0-2])$`, examples: ['2026-11'] }),
  delimiter: csvDelimiter(),
});

const score = constrained(number, { minimum: -1, maximum: 1 });
const sourceFields = {
  ticketId: ['ticket_id', text],
  revision: ['revision', count, 'The one that the answer used'],
  score: ['score', score, 'Cosine similarity'],
} as const;

export const quotedTicket = record<NonNullable<ListedQuestion['nearest']>>()('A ticket that was found', sourceFields);

export const givenVerdict = record<Verdict>()('What the user said of the answer', {
  helped: ['helped', booleanType],
  ticketId: ['ticket_id', nullable(text), 'The source that helped'],
  comment: ['comment', nullable(text)],
  at: ['at', timestamp],
});

const models = record<Pick<QuestionRecord, 'embeddingModel' | 'chatModel' | 'promptVersion'>>()(
  'What found and wrote it',
  {
    embeddingModel: ['embedding', nullable(text)],
    chatModel: [
      'chat',
      nullable(text),
      '`extractive`: the solution of the best source, word for word; null if no answer was asked for',
    ],
    promptVersion: ['prompt_version', nullable(integer)],
  },
);

const milliseconds = record<QuestionRecord['milliseconds']>()('How long each part took', {
  embedding: ['embedding', count],
  search: ['search', count],
  answer: ['answer', count],
  total: ['total', count, 'From the request to the whole answer'],
});

const sentText = record<SentText>()('What was sent to a model outside', {
  content: ['content', oneOf('question', 'question and sources')],
  host: ['host', text],
  model: ['model', text],
  masks: ['masks', count, 'Masks of personal data in it'],
  sha256: ['sha256', constrained(text, { pattern: '^[0-9a-f]{64}$' }), 'Of the bytes'],
});

const outcome = oneOf(...questionOutcomes);
const isFiltered = [
  'is_filtered',
  optional(constant<true>(true)),
  'Set if only some tickets were searched: no gap comes of it',
] as const;
const isDistinct = [
  'is_distinct',
  optional(constant<true>(true)),
  'Set if of tickets with the same solution only one became a source (`distinct`)',
] as const;
const answerText =
  'As it was shown; null if none was asked for, or if it was erased with a ticket. A very long one is cut';

type ShownAnswer = Omit<
  QuestionRecord,
  'userId' | 'position' | 'replaces' | 'sources' | 'copies' | 'embeddingModel' | 'chatModel' | 'promptVersion'
> & {
  readonly sources: readonly NonNullable<ListedQuestion['nearest']>[];
  readonly models: Pick<QuestionRecord, 'embeddingModel' | 'chatModel' | 'promptVersion'>;
};

const shownAnswer = record<ShownAnswer>()('A question with its answer', {
  answerId: ['id', uuid],
  collectionId: ['collection_id', uuid],
  at: ['answered_at', timestamp],
  surface: ['surface', oneOf('web', 'api')],
  question: ['question', text, 'Cleaned of personal data'],
  isFiltered,
  isDistinct,
  outcome: ['outcome', outcome],
  answer: ['answer', nullable(text), answerText],
  cited: ['cited', list(text), 'The ids of the sources that it is based on'],
  sources: ['sources', list(referenced('QuotedTicket', quotedTicket)), 'Best first'],
  verdict: ['verdict', nullable(referenced('GivenVerdict', givenVerdict))],
  models: ['models', models],
  milliseconds: ['milliseconds', milliseconds],
  sent: ['sent', list(sentText), 'Empty if nothing left the service'],
});

/** A recorded question whole. */
export const answer: JsonType<QuestionRecord, ReturnType<typeof shownAnswer.toJson>> = {
  schema: shownAnswer.schema,
  toJson: (found) => shownAnswer.toJson({ ...found, models: found }),
};

/** `isTentative`: from its basis. */
export type ShownQuestion = Omit<ListedQuestion, 'position' | 'basis'> & { readonly isTentative?: true | undefined };

export const listedFields = {
  answerId: ['id', uuid],
  at: ['answered_at', timestamp],
  surface: ['surface', oneOf('web', 'api')],
  question: ['question', text],
  isFiltered,
  isDistinct,
  outcome: ['outcome', outcome],
  cited: ['cited', list(text), 'The ids of the tickets that the answer is based on'],
  isTentative: [
    'is_tentative',
    optional(constant<true>(true)),
    'Set if the ticket that the answer is based on is not very similar: it is a possible answer',
  ],
  nearest: ['nearest', nullable(referenced('QuotedTicket', quotedTicket)), 'The best source'],
  verdict: ['verdict', nullable(referenced('GivenVerdict', givenVerdict))],
} as const;

/** Where the next page of a list begins. */
export const next = constrained(nullable(text), { description: '`after` of the next page; null if there is none' });

export const questionRow = record<ShownQuestion>()('A question in a list', listedFields);
export const questions = record<{ readonly questions: readonly ShownQuestion[]; readonly next: string | null }>()(
  'A page of questions, newest first',
  { questions: ['questions', list(referenced('QuestionRow', questionRow))], next: ['next', next] },
);

export const dayFigures = record<DayFigures>()('The questions of a day', {
  day: ['day', constrained(text, { format: 'date' }), 'In UTC'],
  questions: ['questions', count],
  answered: ['answered', count],
  helped: ['helped', count],
  notHelped: ['not_helped', count],
  medianMilliseconds: [
    'median_milliseconds',
    nullable(count),
    'From the request to the whole answer, of its newest 1 000; null without questions',
  ],
});

export const figures = record<{ readonly days: readonly DayFigures[] }>()('Questions day by day, oldest first', {
  days: ['days', list(referenced('DayFigures', dayFigures))],
});

export const goldenQuestion = record<GoldenQuestion>()('A question of which a verdict says what is right', {
  question: ['question', text, 'Cleaned of personal data'],
  ticketId: [
    'ticket_id',
    nullable(text),
    'The ticket that helped; null: it was right that there is too little information',
  ],
  revision: ['revision', nullable(count), 'Its revision when it helped'],
  answerId: ['answer_id', uuid],
  confirmedAt: ['confirmed_at', timestamp],
  isDistinct,
});
