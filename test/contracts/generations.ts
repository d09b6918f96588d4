import { randomUUID } from 'node:crypto';
import { collectionsProjection } from '../../projections/collections.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { collectionCreated, ticketChanged, ticketStored } from '../support/events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { CollectionsSuite } from './collections.ts';

/** What every read model promises of its copies, shown with the collections'. */
export const generationsContract = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: a generation returns its checkpoint, an empty one none`, async (t) => {
    const copy = await (await open(t)).model.current();
    t.is(await copy.checkpoint(), undefined);
    const position = 9_007_199_254_740_993n;
    await copy.apply([], { logId: 'log', position });
    t.deepEqual(await copy.checkpoint(), { logId: 'log', position });
  });

  test(`${name}: a parked event is recorded once, without its text, and the checkpoint moves past it`, async (t) => {
    const copy = await (await open(t)).model.current();
    const [five, seven] = [5n, 7n].map((position) => ({ position, errorClass: 'TooLarge' }));
    if (!five || !seven) throw new Error('Two were made');
    for (const parked of [seven, five, five]) await copy.park(parked, { logId: 'log', position: 7n });
    t.deepEqual(await copy.parked(), [five, seven]);
    t.deepEqual(await copy.checkpoint(), { logId: 'log', position: 7n });
  });

  test(`${name}: two generations of the same events have the same checksum, and a missing ticket changes it`, async (t) => {
    const { model } = await open(t);
    const [copy, other] = [await model.current(), await model.building()];
    const [collectionId, tenantId] = [randomUUID(), randomUUID()];
    const tickets = Array.from({ length: 2500 }, (_, index) =>
      ticketStored({ tenantId, collectionId, ticketId: String(index) }),
    );
    const facts = [collectionCreated(collectionId, tenantId), collectionCreated(randomUUID(), tenantId), ...tickets];
    const events = recorded(facts);
    await applyRecorded(collectionsProjection, copy)(events);
    await applyRecorded(collectionsProjection, other)(events.slice(0, -1));
    t.not((await checksumOf(copy)).sum, (await checksumOf(other)).sum);
    await applyRecorded(collectionsProjection, other)(events.slice(-1));
    t.deepEqual(await checksumOf(copy), await checksumOf(other));
    t.is((await checksumOf(copy)).count, 2502);
  });

  test(`${name}: the counts that are stored are told beside those of the rows, of each live collection`, async (t) => {
    const copy = await (await open(t)).model.current();
    const [one, other, tenantId] = [randomUUID(), randomUUID(), randomUUID()];
    const ticket = (ticketId: string) => ({ tenantId, collectionId: one, ticketId });
    const facts = [collectionCreated(one, tenantId), collectionCreated(other, tenantId)];
    const stored = ['1', '2', '3'].map((id) => ticketStored(ticket(id)));
    const changed = ticketChanged('TicketWithdrawn', ticket('2'));
    await applyRecorded(collectionsProjection, copy)(recorded([...facts, ...stored, changed]));
    const counts = new Map((await copy.counts(undefined)).map(({ id, ...numbers }) => [id, numbers]));
    t.deepEqual([...counts.keys()], [one, other].toSorted());
    t.like(counts.get(one)?.stored, { active: 2, withdrawn: 1 });
    for (const { stored: shown, ofRows } of counts.values()) t.deepEqual(shown, ofRows);
    t.deepEqual(await copy.counts([one, other].toSorted()[1]), []);
  });

  test(`${name}: readers use the promoted generation`, async (t) => {
    const { collections, model } = await open(t);
    const id = randomUUID();
    await applyRecorded(collectionsProjection, await model.current())(recorded([collectionCreated(id, 'me', 'old')]));
    const replacement = await model.building();
    await applyRecorded(collectionsProjection, replacement)(recorded([collectionCreated(id, 'me', 'new')]));
    t.is((await collections.byId(id))?.name, 'old');
    await model.promote('drop');
    t.is((await collections.byId(id))?.name, 'new');
    await model.dropUnused();
    t.is((await collections.byId(id))?.name, 'new');
    t.is((await model.current()).name, replacement.name);
    t.deepEqual(await (await model.current()).checkpoint(), { logId: 'log', position: 1n });
  });

  test(`${name}: without a building generation nothing can be promoted, and an aborted one starts empty`, async (t) => {
    const { collections, model } = await open(t);
    await t.throwsAsync(model.promote('drop'), { message: 'No replacement of collections to activate' });
    const id = randomUUID();
    const given = await model.building();
    await applyRecorded(collectionsProjection, given)(recorded([collectionCreated(id, 'me')]));
    t.is((await model.building()).name, given.name);
    await model.abortBuild();
    await t.throwsAsync(model.promote('drop'));
    t.is(await (await model.building()).checkpoint(), undefined);
    t.is(await collections.byId(id), undefined);
  });

  test(`${name}: a retained generation stays until it is dropped or replaced by a later one`, async (t) => {
    const { model } = await open(t);
    const first = await model.current();
    await applyRecorded(collectionsProjection, first)(recorded([collectionCreated(randomUUID(), 'me')]));
    t.is(await model.retained(), undefined);
    const second = await model.building();
    await model.promote('keep');
    await model.dropUnused();
    const kept = await model.retained();
    t.is(kept?.name, first.name);
    t.is((await checksumOf(kept ?? second)).count, 1);
    await model.building();
    await model.promote('keep');
    await model.dropUnused();
    t.is((await model.retained())?.name, second.name);
    await model.dropRetained();
    t.is(await model.retained(), undefined);
  });

  test(`${name}: reads are complete while generations are replaced`, async (t) => {
    const { collections, model } = await open(t);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const events = recorded(ids.map((id) => collectionCreated(id, 'me')));
    await applyRecorded(collectionsProjection, await model.current())(events);
    let replacing = true;
    let reads = 0;
    const read = async () => {
      while (replacing) {
        t.is((await collections.ofUser('me')).length, 20);
        t.is((await collections.byId(ids[reads % 20] ?? ''))?.userId, 'me');
        reads += 1;
        await new Promise(setImmediate);
      }
    };
    const reading = Promise.all([read(), read(), read()]);
    for (let round = 0; round < 4; round += 1) {
      await applyRecorded(collectionsProjection, await model.building())(events);
      await new Promise(setImmediate);
      await model.promote('drop');
      await model.dropUnused();
    }
    replacing = false;
    await reading;
    t.true(reads >= 4);
  });
};
