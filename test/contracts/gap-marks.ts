import { gapStateOf } from '../../src/domain/gap.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureRequested, ticketStored } from '../support/events.ts';
import {
  closed,
  dismissed,
  gapDay,
  grouped,
  onGapDay,
  reopened,
  restored,
  threeOf,
  unanswered,
} from '../support/gap-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { GapsSuite } from './gaps.ts';

const growth = { earlier: '2026-09-27', recent: '2026-10-25' };

/** What becomes of gaps that are dismissed and closed, whose tickets change, and whose questions go. */
export const gapMarks = ({ test, name, open }: GapsSuite): void => {
  test(`${name}: a gap is hidden until five more questions come, and closed until one comes`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const first = threeOf(home);
    const [one] = first;
    const more = Array.from({ length: 6 }, () => unanswered(home));
    const apply = applyRecorded(questionsProjection, await model.current());
    const all = onGapDay(
      ...first.map(({ answered }) => answered),
      ...first.map((question) => grouped(question, one)),
      dismissed(one),
      ...more.slice(0, 5).flatMap((question) => [question.answered, grouped(question, one)]),
      closed(one, '7', '9'),
      ...more.slice(5).flatMap((question) => [question.answered, grouped(question, one)]),
    );
    const state = async () => {
      const [found] = await gaps.counts(home.collectionId, growth);
      const marks = await gaps.marks({ collectionId: home.collectionId, gapId: one.answerId });
      t.deepEqual(marks && gapStateOf(marks), found && gapStateOf(found));
      return found && gapStateOf(found);
    };
    const applyTo = async (end: number) => {
      await apply(all.slice(0, end));
      await apply(all.slice(0, end));
      return state();
    };
    t.is(await applyTo(6), 'open');
    t.is(await applyTo(7), 'dismissed');
    t.is(await applyTo(15), 'dismissed');
    t.is(await applyTo(17), 'open');
    t.is(await applyTo(18), 'closed');
    const [found] = await gaps.counts(home.collectionId, growth);
    t.deepEqual(found?.closing, { at: `${gapDay}T10:00:00.000Z`, ticketIds: ['7', '9'] });
    t.is(await applyTo(20), 'open');
  });

  test(`${name}: a gap that was dismissed is shown once it is restored, and hidden by a later dismissal`, async (t) => {
    const { gaps, model } = await open(t);
    const [home, other] = [exampleCollection(), exampleCollection()];
    const questions = threeOf(home);
    const [one, two] = questions;
    const apply = applyRecorded(questionsProjection, await model.current());
    const all = onGapDay(
      ...questions.map(({ answered }) => answered),
      ...questions.map((question) => grouped(question, one)),
      ...[dismissed(one), restored(one), dismissed(one)],
    );
    const gap = { collectionId: home.collectionId, gapId: one.answerId };
    const state = async () => {
      const marks = await gaps.marks(gap);
      return marks && gapStateOf(marks);
    };
    await apply(all.slice(0, 5));
    t.is(await state(), undefined, 'two questions are no gap yet');
    for (const [end, expected] of [
      ...([
        [7, 'dismissed'],
        [8, 'open'],
        [9, 'dismissed'],
        [8, 'dismissed'],
      ] as const),
    ] as const) {
      await apply(all.slice(5, end));
      t.is(await state(), expected, `after ${end} events`);
    }
    t.is(await gaps.marks({ ...gap, collectionId: other.collectionId }), undefined);
    t.is(await gaps.marks({ ...gap, gapId: two.answerId }), undefined);
  });

  test(`${name}: a closed gap that is reopened names no tickets, and closes again, whatever is repeated`, async (t) => {
    const { gaps, model } = await open(t);
    const home = exampleCollection();
    const questions = threeOf(home);
    const [one] = questions;
    const apply = applyRecorded(questionsProjection, await model.current());
    const all = onGapDay(
      ...questions.map(({ answered }) => answered),
      ...questions.map((question) => grouped(question, one)),
      ...[closed(one, '7'), reopened(one), closed(one, '9')],
    );
    const erasure = erasureRequested({ ...home, ticketIds: ['9'] });
    for (const [end, state, ticketIds] of [
      [7, 'closed', ['7']],
      [8, 'open', undefined],
      [7, 'open', undefined],
      [9, 'closed', ['9']],
      [8, 'closed', ['9']],
    ] as const) {
      await apply(all.slice(0, end));
      const [found] = await gaps.counts(home.collectionId, growth);
      t.is(found && gapStateOf(found), state, `after ${end} events`);
      t.deepEqual(found?.closing?.ticketIds, ticketIds);
      const marks = await gaps.marks({ collectionId: home.collectionId, gapId: one.answerId });
      t.is(marks && gapStateOf(marks), state);
    }
    await apply(recorded([erasure]).map((event) => ({ ...event, position: 30n })));
    t.like(await gaps.changed(-1n), { collectionId: home.collectionId, position: 30n });
  });

  test(`${name}: of the collections with gaps that is named whose tickets have changed first`, async (t) => {
    const { gaps, model } = await open(t);
    const [home, other, none] = [exampleCollection(), exampleCollection(), exampleCollection()];
    const asked = [unanswered(home), unanswered(other), unanswered(none)] as const;
    const apply = applyRecorded(questionsProjection, await model.current());
    const stored = (where: typeof home) => ticketStored({ ...where, ticketId: '1' });
    const [one, two] = asked;
    await apply(
      onGapDay(
        ...asked.map(({ answered }) => answered),
        ...[grouped(one), grouped(two), stored(none), stored(other), stored(home), stored(home)],
      ),
    );
    const changed = (where: typeof home, position: bigint) => ({
      ...{ collectionId: where.collectionId, userId: where.tenantId, position },
    });
    t.deepEqual(await gaps.changed(-1n), changed(other, 7n));
    t.deepEqual(await gaps.changed(7n), changed(home, 9n));
    t.is(await gaps.changed(9n), undefined);
    await apply(recorded([home.deleted]).map((event) => ({ ...event, position: 20n })));
    t.is(await gaps.changed(7n), undefined);
  });

  test(`${name}: a gap goes with its questions, and leaves the name of its stream`, async (t) => {
    const { gaps, model } = await open(t);
    const [home, other] = [exampleCollection(), exampleCollection()];
    const [first, kept] = [threeOf(home), threeOf(other)];
    const facts = [first, kept].flatMap((questions) => [
      ...questions.map(({ answered }) => answered),
      ...questions.map((question) => grouped(question, questions[0])),
      dismissed(questions[0]),
    ]);
    const generation = await model.current();
    const apply = applyRecorded(questionsProjection, generation);
    await apply(onGapDay(...facts, home.deleted));
    t.deepEqual(await gaps.counts(home.collectionId, growth), []);
    t.deepEqual(await gaps.leaders({ collectionId: home.collectionId, kind: 'nothing-there' }, 5), []);
    t.deepEqual(await gaps.members({ collectionId: home.collectionId, gapId: first[0].answerId }, 5), []);
    const removed: string[] = [];
    for (let found = await generation.orphans(2); found.length > 0; found = await generation.orphans(2)) {
      removed.push(...found.map(({ recordId }) => recordId));
      await generation.remove(found);
    }
    const streams = [...first.map(({ answerId }) => streamOf.question(answerId)), streamOf.gap(first[0].answerId)];
    t.deepEqual(removed.toSorted(), streams.toSorted());
    t.is((await gaps.counts(other.collectionId, growth)).length, 1);
  });
};
