import { atPath, type Operations } from './operation.ts';

/** What the scores of sources mean. */
export const similarityLevelsHeader = {
  'Similarity-Levels': {
    description:
      'From which score on a ticket is very similar and similar, for the embedding model that found it: `very-similar=0.600, similar=0.400`, and those of the nearest ticket if they differ: `first-very-similar=0.500, first-similar=0.300`. Absent if that is not known',
    schema: { type: 'string' },
  },
} as const;

const searchHeaders = {
  ...similarityLevelsHeader,
  'Problem-Lengths': {
    description:
      'For each source the lengths of its description and client messages, of the first 40 of them, which follow one another in the line Проблема of `full_text` with a blank between two: `(24 77), (31)`, in UTF-16 code units. Absent without sources',
    schema: { type: 'string' },
  },
  'Answer-Model': {
    description:
      '`extractive`: an answer is the solution of one ticket, word for word. Absent if a model writes answers',
    schema: { type: 'string', enum: ['extractive'] },
  },
  'Answer-Id': {
    description: 'The id of the recorded question (`GET /api/answers/{answer_id}`). Absent if it is not recorded',
    schema: { type: 'string', format: 'uuid' },
  },
  'Flagged-Sources': {
    description: 'Which sources are flagged for review, counted from 1: `1, 3`. Absent if none is',
    schema: { type: 'string' },
  },
  'Resolved-Sources': {
    description:
      'When the tickets of which that is known were resolved, counted as in `Flagged-Sources`, in seconds since 1970: `1;at=@1684886400, 3;at=@1716422400`. Absent if none is',
    schema: { type: 'string' },
  },
  'Source-Links': {
    description:
      'The addresses of tickets in the desks that they came from, of those that have one, counted as in `Flagged-Sources`: `1;url="https://desk.example.com/tickets/4812"`. Absent if none has',
    schema: { type: 'string' },
  },
};

const doNotRecord = {
  name: 'Do-Not-Record',
  in: 'header',
  required: false,
  description: 'With 1 the question leaves no trace: it is not recorded, and the answer has no id',
  schema: { type: 'string', enum: ['0', '1'] },
};

const common = {
  tag: 'Search',
  headers: searchHeaders,
  parameters: [doNotRecord],
  refusals: [400, 401, 404, 413],
} as const;

const searching = atPath('post', '/search', {
  ...common,
  id: 'search',
  summary: 'Find similar tickets and an answer',
  body: ['Search'],
  answers: { 200: 'SearchResultOrEvents' },
  description:
    'Of the 20 nearest tickets of the collection, the 5 best are returned, best first. A failure of the answer model never fails a search. With `Accept: text/event-stream` the tickets come at once as the event `sources`, the answer, if one was requested, as the event `answer` in the same response.',
});

const answering = atPath('post', '/answers', {
  ...common,
  id: 'answer',
  summary: 'Follow an answer while it is written',
  body: ['Question'],
  answers: { 200: 'AnswerEvents' },
  description:
    'The events of one answer: `sources` at once, `text` for each piece that the model writes, and at last `answer` or `failed`. The pieces are shown as they come; only `answer` has gone through the answer rules and replaces them. A stream that ends without either has failed. A client that closes the connection ends the call of the model.',
});

/** Searches and answers. */
export const searchOperations: Operations = { ...searching, ...answering };
