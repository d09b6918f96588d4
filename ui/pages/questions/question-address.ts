import type { QuestionFilter } from '../../api/answers.ts';
import type { RouterLocation } from '../../router.ts';

/** The choices above the list. */
export const questionChoices = {
  all: {},
  unanswered: { outcome: 'too-little' },
  'not-helped': { helped: false },
  helped: { helped: true },
} as const satisfies Record<string, QuestionFilter>;

export type QuestionChoice = keyof typeof questionChoices;

/** A page of the list, and the question that is open beside it. `after`: what the pages from the second to this one begin after. */
export type QuestionsRoute = {
  readonly choice: QuestionChoice;
  readonly after: readonly string[];
  readonly answerId: string | undefined;
  /** The gap whose questions are listed; undefined for those of the choice. */
  readonly gapId: string | undefined;
};

/** The address of a list, with its filter in the fragment, as the lists of tickets have it. */
export const questionsAddress = (
  collectionId: string,
  { choice = 'all', after = [], answerId, gapId }: Partial<QuestionsRoute>,
): string => {
  const fragment = new URLSearchParams([
    ...(choice === 'all' ? [] : [['show', choice]]),
    ...(gapId === undefined ? [] : [['gap', gapId]]),
    ...(after.length === 0 ? [] : [['after', after.join(' ')]]),
  ]).toString();
  const question = answerId === undefined ? '' : `/${answerId}`;
  return `/collections/${collectionId}/questions${question}${fragment === '' ? '' : `#${fragment}`}`;
};

const isChoice = (value: string | null): value is QuestionChoice =>
  value !== null && Object.hasOwn(questionChoices, value);

/** What an address shows; undefined if it is not of this collection's questions. */
export const questionsRoute = (
  collectionId: string,
  { path, fragment }: RouterLocation,
): QuestionsRoute | undefined => {
  const [, id, answerId] = /^\/collections\/([^/]+)\/questions(?:\/([\w-]+))?$/.exec(path) ?? [];
  if (id !== collectionId) return undefined;
  const given = new URLSearchParams(fragment);
  const show = given.get('show');
  const after = (given.get('after') ?? '').split(' ').filter((each) => /^[\w-]{1,100}$/.test(each));
  const [gapId] = /^[\w-]{1,100}$/.exec(given.get('gap') ?? '') ?? [];
  return { choice: isChoice(show) ? show : 'all', after, answerId, gapId };
};
