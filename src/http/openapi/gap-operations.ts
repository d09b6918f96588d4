import { gapQuestionsQuery, gapsQuery } from '../schemas/gaps.ts';
import { atPath, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';

const gaps = '/collections/:collection_id/gaps';

/** Questions that the tickets of a collection did not answer, on both surfaces. */
export const gapOperations: Operations = {
  ...atPath('get', gaps, {
    tag: 'Questions',
    id: 'listGaps',
    summary: 'What was asked and not answered, grouped by meaning',
    description:
      'Recorded questions without an answer, and apart from them those whose answer did not help: from three about one thing on. Most asked first, of equally many those that grow most. A gap closes by itself when the tickets would answer its questions, and is open again when a question comes that they do not answer.',
    parameters: queryParameters(gapsQuery),
    answers: { 200: 'Gaps' },
    refusals: [400, 401, 404],
  }),
  ...atPath('get', `${gaps}/:gap_id/questions`, {
    tag: 'Questions',
    id: 'listQuestionsOfGap',
    summary: 'The questions of a gap, newest first',
    description: 'A page has fewer rows than its limit where questions are long.',
    parameters: queryParameters(gapQuestionsQuery),
    answers: { 200: 'Questions' },
    refusals: [400, 401, 404],
  }),
  ...atPath('post', `${gaps}/:gap_id/dismiss`, {
    tag: 'Questions',
    id: 'dismissGap',
    summary: 'Hide a gap until five more questions of it come',
    answers: { 204: 'Nothing' },
    refusals: [401, 403, 404, 409, 507],
  }),
  ...atPath('post', `${gaps}/:gap_id/restore`, {
    tag: 'Questions',
    id: 'restoreGap',
    summary: 'Show a hidden gap again',
    description: 'A gap that is not hidden stays as it is.',
    answers: { 204: 'Nothing' },
    refusals: [401, 403, 404, 409, 507],
  }),
  ...atPath('post', `${gaps}/:gap_id/try`, {
    tag: 'Questions',
    id: 'trySolution',
    summary: 'How many questions of a gap a ticket would answer',
    description:
      'The texts are cleaned of personal data and evaluated by the rules of an upload, and nothing is stored. A question counts if the ticket would be the nearest to it and a search would answer from it.',
    body: ['SolutionDraft'],
    answers: { 200: 'TrialResult' },
    refusals: [400, 401, 404, 413, 422],
  }),
};
