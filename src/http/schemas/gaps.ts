import { object, string } from 'yup';
import { gapKinds } from '../../domain/gap-events.ts';
import { type GapState, gapStates } from '../../domain/gap.ts';
import type { BasedOn, Closing, GapDetails, Wording } from '../../ports/gaps.ts';
import { type GapsPage, type ShownGap, shownWeeks } from '../../queries/find-gaps.ts';
import type { TrialResult } from '../../queries/try-solution.ts';
import {
  constrained,
  count,
  integer,
  jsonType,
  list,
  nullable,
  number,
  oneOf,
  record,
  referenced,
  text,
  timestamp,
  uuid,
} from './json-types.ts';
import { page, requiredText } from './requests.ts';

/** The checks of requests about gaps, and the answers. */

const nextOfGaps = /^\d{1,6}\.-?\d{1,6}\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const gapsQuery = object({
  state: string<GapState>()
    .oneOf(gapStates, `\${path} must be one of ${gapStates.join(', ')}`)
    .meta({ default: 'open', description: 'Only gaps in this state' }),
  limit: page(50).limit,
  after: string()
    .matches(nextOfGaps, '${path} must be what an earlier page named as next')
    .meta({ description: 'The value of `next` in the previous page', pattern: nextOfGaps.source }),
});

export const gapQuestionsQuery = object(page(100));

export const solutionDraft = object({
  problem: requiredText().meta({ description: 'As the description of a ticket' }),
  solution: requiredText().meta({ description: 'As its one message of the support side' }),
});

const wording = record<Wording>()('A question of a gap', {
  answerId: ['answer_id', uuid],
  question: ['question', text, 'Without personal data; a long one is shortened'],
});

const nearest = record<NonNullable<GapDetails['nearest']>>()('The ticket that was nearest to the first wording', {
  ticketId: ['ticket_id', text],
  score: ['score', number, 'Its similarity then'],
});

const sourceOfAnswers = record<BasedOn['tickets'][number]>()('A ticket that answers are based on', {
  ticketId: ['ticket_id', text],
  answers: ['answers', count, 'How many of them'],
});

const basedOn = record<BasedOn>()('What the answers of a gap were based on that have not helped', {
  answers: ['answers', count, 'How many of its newest answers were looked at; 0 where there was none'],
  tickets: ['tickets', list(sourceOfAnswers, { maxItems: 3 }), 'Those of most of them first'],
});

const closing = record<Closing>()('When a gap closed, and by what', {
  at: ['at', timestamp],
  ticketIds: ['ticket_ids', list(text, { maxItems: 5 }), 'That which answers most of its questions first'],
});

const day = jsonType<string>({ type: 'string', format: 'date' });

export const gap = record<ShownGap>()('Questions about one thing that the tickets did not answer', {
  gapId: ['id', uuid],
  kind: [
    'kind',
    oneOf(...gapKinds),
    '`nothing-there`: there was no answer; `there-but-wrong`: there was one, and it did not help',
  ],
  state: ['state', oneOf(...gapStates)],
  count: ['count', count, 'Questions'],
  growth: ['growth', integer, 'How many of them came in the last four weeks, less those of the four weeks before'],
  weeks: [
    'weeks',
    constrained(list(count), { minItems: shownWeeks, maxItems: shownWeeks }),
    'How many came in each of the last weeks, the present one last',
  ],
  wordings: [
    'wordings',
    constrained(list(wording), { minItems: 1, maxItems: 3 }),
    'That which is most like all others first',
  ],
  nearest: ['nearest', nullable(nearest), 'Null also if it is not in search any more'],
  basedOn: ['based_on', basedOn],
  firstDay: ['first_day', day, 'Of its questions, in UTC'],
  lastDay: ['last_day', day],
  closing: ['closed', nullable(closing), 'Null if it is not closed'],
});

export const gaps = record<GapsPage>()('A page of gaps', {
  gaps: ['gaps', list(referenced('Gap', gap))],
  ungrouped: ['ungrouped', count, 'Questions that belong to a gap and are not in one yet; at most 1 000'],
  next: ['next', nullable(text), 'The value of `after` for the next page; null if this is the last one'],
});

export const trialResult = record<TrialResult>()('What a ticket would do for a gap', {
  tried: ['tried', count, 'Questions that were tried, the newest; at most 100, and as many as the time allowed'],
  answered: ['answered', nullable(count), 'How many of these it would answer; null if the model in use cannot tell'],
});
