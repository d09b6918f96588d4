import { object, string } from 'yup';
import type { QuotingCounts, QuotingQuestion } from '../../ports/questions.ts';
import { count, list, record, referenced } from './json-types.ts';
import { listedFields, next, type ShownQuestion } from './questions.ts';
import { page } from './requests.ts';

const revision = /^[1-9]\d{0,8}$/;

export const quotingQuery = object({
  ...page(100),
  revision: string().matches(revision, '${path} must be a whole number from 1').meta({
    description: 'Only answers that used this revision',
    type: 'integer',
    minimum: 1,
    pattern: revision.source,
  }),
  cited: string<'true' | 'false'>().oneOf(['true', 'false'], '${path} must be true or false').meta({
    description: 'Only answers that are based on the ticket (`true`), or those that only had it among their sources',
  }),
});

export const quotingRow = record<ShownQuestion & Pick<QuotingQuestion, 'revision'>>()(
  'A question whose answer used a ticket',
  {
    ...listedFields,
    revision: ['revision', count, 'The revision of the ticket that the answer used'],
  },
);

type Quoting = QuotingCounts & {
  readonly answers: readonly (ShownQuestion & Pick<QuotingQuestion, 'revision'>)[];
  readonly next: string | null;
};

export const quotingAnswers = record<Quoting>()(
  'A page of the questions that had a ticket among their sources, newest first',
  {
    answers: ['answers', list(referenced('QuotingRow', quotingRow))],
    count: [
      'count',
      count,
      'All that had the ticket among their sources, whatever `cited` asks for; of the newest 10 000',
    ],
    cited: ['cited', count, 'Those of them whose answer is based on the ticket'],
    next: ['next', next],
  },
);
