import type { DayFigures, QuestionClient, QuestionRow } from '../../api/answers.ts';
import { afterRest } from '../../browser/after-rest.ts';
import { firstRows } from '../../state/first-rows.ts';
import { type Loader, loader } from '../../state/loader.ts';
import { type QuestionChoice, questionChoices } from './question-address.ts';
import type { QuestionsLocation } from './questions-location.ts';

/** At most so many are on a page: fewer if they are long. */
const pageSize = 50;
/** Those of the sparklines; the last seven are compared with the seven before. */
const days = 28;
/** Who presses several choices one after the other asks for the last list alone: each one is a request of the user's limit. */
const restMs = 400;

/** A page of the list as it was `at` a time (ISO 8601); `first` counts its first question from 1. */
export type ListedQuestions = {
  readonly choice: QuestionChoice;
  readonly questions: readonly QuestionRow[];
  readonly first: number;
  readonly next: string | null;
  readonly at: string;
};

export type QuestionList = {
  readonly page: Loader<ListedQuestions>;
  readonly figures: Loader<readonly DayFigures[]>;
  readonly reload: () => void;
  readonly stop: () => void;
};

/** The page of questions that the address names, and the figures of the last days. A new request cancels the one before. */
export const createQuestionList = (client: QuestionClient, { route, turn }: QuestionsLocation): QuestionList => {
  let controller = new AbortController();
  const firstOf = firstRows(pageSize);
  const page = loader(async (): Promise<ListedQuestions> => {
    controller.abort();
    const { signal } = (controller = new AbortController());
    const { choice, after } = route.get();
    const options = { after: after.at(-1), limit: pageSize, signal };
    const { questions, next } = await client.page(questionChoices[choice], options);
    const first = firstOf(after, { next, count: questions.length });
    return { choice, questions, first, next, at: new Date().toISOString() };
  });
  const figures = loader(() => client.figures(days));
  const rest = afterRest(restMs);
  const keyOf = () => [route.get().choice, ...route.get().after].join(' ');
  let shown = keyOf();
  const show = () => {
    if (keyOf() === shown) return;
    shown = keyOf();
    rest.run(() => void page.load());
  };
  /** What a page began after may have expired. */
  const leaveEmpty = () => {
    const value = page.value();
    if (value?.questions.length === 0 && value.first > 1 && route.get().after.length > 0) turn();
  };
  const reload = () => void Promise.all([page.load(), figures.load()]);
  const ends = [route.subscribe(show), page.state.subscribe(leaveEmpty), rest.cancel, () => controller.abort()];
  reload();
  return {
    page,
    figures,
    reload,
    stop: () => {
      for (const end of ends) end();
    },
  };
};
