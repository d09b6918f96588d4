import type { DayFigures, QuestionClient, QuestionRow } from '../../api/answers.ts';
import type { GapClient } from '../../api/gaps.ts';
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

type Clients = {
  readonly questions: Pick<QuestionClient, 'page' | 'figures'>;
  readonly gaps: Pick<GapClient, 'questions'>;
};

/** Loads the page that the address names. A new request cancels the one before. */
const pageLoader = ({ questions: client, gaps }: Clients, { route }: Pick<QuestionsLocation, 'route'>) => {
  let controller = new AbortController();
  const firstOf = firstRows(pageSize);
  const page = loader(async (): Promise<ListedQuestions> => {
    controller.abort();
    const { signal } = (controller = new AbortController());
    const { choice, after, gapId } = route.get();
    const options = { after: after.at(-1), limit: pageSize, signal };
    const { questions, next } = await (gapId === undefined
      ? client.page(questionChoices[choice], options)
      : gaps.questions(gapId, options));
    const first = firstOf(after, { next, count: questions.length });
    return { choice, questions, first, next, at: new Date().toISOString() };
  });
  return { page, cancel: () => controller.abort() };
};

/** The page of questions that the address names, and the figures of the last days. */
export const createQuestionList = (clients: Clients, location: QuestionsLocation): QuestionList => {
  const { route, turn } = location;
  const { page, cancel } = pageLoader(clients, location);
  const figures = loader(() => clients.questions.figures(days));
  const rest = afterRest(restMs);
  const keyOf = () => {
    const { choice, gapId, after } = route.get();
    return [choice, gapId, ...after].join(' ');
  };
  let [shown, ofGap] = [keyOf(), route.get().gapId];
  const show = () => {
    if (keyOf() === shown) return;
    // What is no question of a gap is not shown as one meanwhile.
    if (route.get().gapId !== ofGap) page.clear();
    [shown, ofGap] = [keyOf(), route.get().gapId];
    if (ofGap === undefined) figures.ensure();
    rest.run(() => void page.load());
  };
  /** What a page began after may have expired. */
  const leaveEmpty = () => {
    const value = page.value();
    if (value?.questions.length === 0 && value.first > 1 && route.get().after.length > 0) turn();
  };
  // The questions of a gap have none.
  const reload = () => void Promise.all([page.load(), route.get().gapId === undefined && figures.load()]);
  const ends = [route.subscribe(show), page.state.subscribe(leaveEmpty), rest.cancel, cancel];
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
