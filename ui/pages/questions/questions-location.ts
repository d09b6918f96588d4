import type { Router } from '../../router.ts';
import { observable, type Observable } from '../../state/observable.ts';
import { tabArrivals } from '../collection/tab-arrivals.ts';
import { type QuestionChoice, questionsAddress, type QuestionsRoute, questionsRoute } from './question-address.ts';

export type QuestionsLocation = {
  readonly route: Pick<Observable<QuestionsRoute>, 'get' | 'subscribe'>;
  readonly choose: (choice: QuestionChoice) => void;
  /** Shows the next page, which begins after this, or without it the one before. */
  readonly turn: (after?: string) => void;
  /** Opens a question beside the list, or none. */
  readonly open: (answerId: string | undefined) => void;
  readonly stop: () => void;
};

type Options = { readonly router: Router; readonly collectionId: string };

/** Keeps list and open question in the address. */
export const followQuestionsLocation = ({ router, collectionId }: Options): QuestionsLocation => {
  const start: QuestionsRoute = { choice: 'all', after: [], answerId: undefined, gapId: undefined };
  const route = observable(start);
  const addressOf = (shown: QuestionsRoute) => questionsAddress(collectionId, shown);
  const arrived = tabArrivals({
    routeOf: (location) => questionsRoute(collectionId, location),
    addressOf,
    start: addressOf(start),
  });
  const go = (change: Partial<QuestionsRoute>, replace = false) =>
    router.navigate(addressOf({ ...route.get(), ...change }), { replace });
  const apply = () => {
    const found = arrived(router.location.get());
    if (found && 'restore' in found) router.navigate(found.restore, { replace: true });
    else if (found) route.set(found);
  };
  const unsubscribe = router.location.subscribe(apply);
  apply();
  return {
    route,
    choose: (choice) => go({ choice, after: [], gapId: undefined }, true),
    turn: (next) => {
      const { after } = route.get();
      go({ after: next === undefined ? after.slice(0, -1) : [...after, next] });
    },
    open: (answerId) => go({ answerId }, route.get().answerId !== undefined),
    stop: unsubscribe,
  };
};
