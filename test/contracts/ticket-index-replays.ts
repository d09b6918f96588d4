import { ModelChanged } from '../../src/domain/errors.ts';
import type { Generation } from '../../src/ports/read-model.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import {
  applyAll,
  deleteCollection,
  choose,
  collectionId,
  model,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketIndexSuite } from './ticket-index.ts';

/** Two generations, and the promotion of the second. */
export const ticketIndexReplays = ({ test, name, makeSubject }: TicketIndexSuite): void => {
  test(`${name}: two generations of the same changes have the same ids, page by page and in the order of their text`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const doomed = uuidOf('doomed');
    const collections = [collectionId, uuidOf('second'), uuidOf('third'), doomed];
    const changes = [
      choose(2),
      ...Array.from({ length: 2600 }, (_, index) =>
        put(index + 2, [index + 1, 1], { collectionId: collections[index % 4] ?? collectionId }),
      ),
      deleteCollection(9000, doomed),
    ];
    const [current, replacement] = [await subject.model.current(), await subject.model.building()];
    await applyAll(current, changes);
    await applyAll(replacement, [...changes, ...changes.slice(-100)]);
    await subject.settled();
    const [ours, theirs] = [await pagesOf(current), await pagesOf(replacement)];
    t.deepEqual(ours, theirs);
    t.deepEqual(ours.flat(), ours.flat().toSorted());
    t.is(ours.flat().length, 1950);
    t.false(ours.flat().some((id) => id.startsWith(doomed)));
    t.true(ours.every((page) => page.length <= 1000));

    const ticket = put(9001, [1, 2]);
    await applyAll(replacement, [ticket]);
    await subject.settled();
    const more = (await pagesOf(replacement)).flat();
    t.deepEqual(
      more.filter((id) => !ours.flat().includes(id)),
      [`${collectionId}/${ticket.ticket.recordId}`],
    );
  });

  test(`${name}: searches use the current generation until another is promoted`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    const replacement = await subject.model.building();
    await applyAll(replacement, [choose(2), put(2, [1, 0]), put(3, [1, 1])]);
    await subject.settled();
    t.deepEqual(await subject.found([1, 0]), ['2']);
    await subject.model.promote('drop');
    t.deepEqual(await subject.found([1, 0]), ['2', '3']);
    t.is((await subject.model.current()).name, replacement.name);
  });

  test(`${name}: an aborted generation leaves nothing behind`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    await applyAll(await subject.model.building(), [choose(2), put(3, [1, 0])]);
    await subject.model.abortBuild();
    t.is(await (await subject.model.building()).checkpoint(), undefined);
    t.deepEqual(await subject.found([1, 0]), ['2']);
  });

  test(`${name}: a snapshot taken before a replay was promoted can still be searched`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const changes = [choose(2), put(2, [1, 0])];
    await subject.apply(...changes);
    const before = await subject.index.snapshot();
    await applyAll(await subject.model.building(), changes);
    await subject.settled();
    await subject.model.promote('drop');
    const hits = await before?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 });
    t.deepEqual(
      hits?.map(({ ticketId }) => ticketId),
      ['2'],
    );
  });

  test(`${name}: a generation keeps the first model chosen for it`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    await subject.apply(
      { type: 'choose model', model: { model: 'next', dimensions: 3 }, position: 3n },
      put(4, [0, 1]),
    );
    t.deepEqual((await subject.index.snapshot())?.model, { model, dimensions: 2 });
    t.is((await subject.found([1, 0])).length, 2);
  });

  test(`${name}: after a generation of another model was promoted, snapshots of the retained one can still be searched`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const next = { model: 'next', dimensions: 3 };
    await subject.apply(choose(2), put(2, [1, 0]));
    const before = await subject.index.snapshot();
    const replacement = await subject.model.building();
    await applyAll(replacement, [
      { type: 'choose model', model: next, position: 3n },
      { ...put(4, [0, 0, 1]), model: 'next' },
      put(5, [1, 0]),
    ]);
    t.is(await subject.model.retained(), undefined);
    await subject.settled();
    const kept = (await subject.model.current()).name;
    await subject.model.promote('keep');
    await subject.model.dropUnused();
    await subject.settled();
    t.deepEqual((await subject.index.snapshot())?.model, next);
    t.deepEqual(await subject.found([0, 0, 1]), ['4']);
    t.is((await subject.model.retained())?.name, kept);
    const hits = await before?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 });
    t.deepEqual(
      hits?.map(({ ticketId }) => ticketId),
      ['2'],
    );
    await subject.model.dropRetained();
    t.is(await subject.model.retained(), undefined);
    t.deepEqual(await subject.found([0, 0, 1]), ['4']);
  });

  test(`${name}: a search whose model was changed since its snapshot is refused if the index of that model is gone`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    const before = await subject.index.snapshot();
    const next: TicketIndexChange = { type: 'choose model', model: { model: 'next', dimensions: 2 }, position: 3n };
    await applyAll(await subject.model.building(), [next]);
    await subject.model.promote('drop');
    await subject.model.dropUnused();
    const query = { tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 };
    await t.throwsAsync(async () => before?.nearest(query), { instanceOf: ModelChanged });
  });

  test(`${name}: searches are complete while generations are replaced`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const changes = [choose(2), ...Array.from({ length: 250 }, (_, index) => put(index + 2, [index + 1, 1]))];
    await subject.apply(...changes);
    let replacing = true;
    let searches = 0;
    const searching = async () => {
      while (replacing) {
        t.is((await subject.nearest([1, 1])).length, 20);
        searches += 1;
        await new Promise(setImmediate);
      }
    };
    const running = Promise.all([searching(), searching(), searching()]);
    for (let round = 0; round < 3; round += 1) {
      await applyAll(await subject.model.building(), changes);
      await subject.settled();
      await new Promise(setImmediate);
      await subject.model.promote('drop');
      await subject.model.dropUnused();
    }
    replacing = false;
    await running;
    t.true(searches >= 3);
  });
};

const pagesOf = async (copy: Generation<TicketIndexChange>) => {
  const pages: (readonly string[])[] = [];
  for (let page = await copy.ids(undefined); page.length > 0; page = await copy.ids(page.at(-1))) pages.push(page);
  return pages;
};
