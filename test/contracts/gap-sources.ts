import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { gapDay, grouped, onGapDay } from '../support/gap-events.ts';
import { exampleQuestion, on } from '../support/question-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { GapsSuite } from './gaps.ts';

/** What the answers of a gap were based on. */
export const gapSources = ({ test, name, open }: GapsSuite): void => {
  test(`${name}: a gap of answers that did not help names the tickets that they were based on, those of most answers first`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const [first, ...others] = [['1'], ['2', '2'], ['3', '2'], ['4'], ['2', '5'], [], ['3']].map((cited) => {
      const one = exampleQuestion(home, ['1', '2', '3', '4', '5']);
      return { ...one, answered: { ...one.answered, data: { ...one.data, cited } } };
    });
    if (!first) throw new Error('There is one');
    const asked = [first, ...others];
    const events = onGapDay(
      ...asked.map(({ answered }) => answered),
      ...asked.map((one) => one.judged(false)),
      ...asked.map((one) => grouped(one, first)),
    );
    const apply = applyRecorded(questionsProjection, await model.current());
    await apply(events);
    const basedOn = async () =>
      (await gaps.details({ collectionId: home.collectionId, gapId: first.answerId }, gapDay)).basedOn;
    t.deepEqual(await basedOn(), {
      answers: 7,
      tickets: [
        { ticketId: '2', answers: 3 },
        { ticketId: '3', answers: 2 },
        { ticketId: '5', answers: 1 },
      ],
    });
    const last = asked.at(-1)?.judged(true);
    await apply(recorded(last ? [last] : []).map((event) => ({ ...on(event, gapDay, 30), position: 90n })));
    t.like(await basedOn(), { answers: 6 }, 'one that helped counts no more');
  });
};
