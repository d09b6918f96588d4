import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext, TestFn } from 'ava';
import { recordId } from '../../src/domain/ticket-record.ts';
import {
  applyAll,
  changeState,
  choose,
  collectionId,
  correct,
  deleteCollection,
  erase,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketsSubject } from './tickets.ts';

/** Who finds a client's tickets, and what erased ones leave in the index. */
export const erasedTicketsContract = (test: TestFn, name: string, makeSubject: () => Promise<TicketsSubject>): void => {
  const open = async (t: ExecutionContext) => {
    const made = await makeSubject();
    const subject = await openSubject(t, () => Promise.resolve(made));
    const { tickets, contents } = made;
    const ids = async (query: { readonly text?: string } = {}) => {
      const listed = { tenantId, collectionId, categories: [], order: 'stored', limit: 100, ...query } as const;
      return (await tickets.page(listed)).tickets.map(({ ticketId }) => ticketId);
    };
    return { ...subject, tickets, contents, ids };
  };

  test(`${name}: the tickets of a client are those that have exactly its name, by the newest update`, async (t) => {
    const { apply, tickets } = await open(t);
    const client = 'Иванов Иван';
    await apply(
      ...[choose(2), put(2, [1, 0], { client }), put(3, [1, 1], { client: 'Иванов' }), put(4, [0, 1], { client })],
      ...[put(5, [1, 0], { client, collectionId: uuidOf('other') }), changeState(6, 'withdrawn', { ticketId: '4' })],
    );
    const ofClient = (name: string, limit = 10) => tickets.ofClient({ tenantId, collectionId, client: name, limit });
    t.deepEqual(await ofClient(client), ['2', '4']);
    t.deepEqual(await ofClient(client, 1), ['2']);
    t.deepEqual(await ofClient('иванов иван'), []);
    await apply(correct(7, [1, 0], { ticketId: '2', client: 'Петров', revision: 2 }));
    t.deepEqual([await ofClient(client), await ofClient('Петров')], [['4'], ['2']]);
    await apply(deleteCollection(8));
    t.deepEqual(await ofClient(client), []);
  });

  test(`${name}: an erased ticket is in no list and no count, and no generation holds anything of it`, async (t) => {
    const { apply, ids, tickets, contents, model, settled } = await open(t);
    const erased = { tenantId, collectionId, recordIds: ['2', '3'].map((id) => recordId(tenantId, id)) };
    const changes = [choose(2), put(2, [1, 0]), put(3, [1, 1]), put(4, [0, 1])];
    await apply(...changes);
    await applyAll(await model.building(), changes);
    await settled();
    t.is((await contents.left(erased)).rows, 4);
    await apply(erase(5, ['2', '3']));
    t.deepEqual(await ids(), ['4']);
    t.deepEqual(await ids({ text: 'Проблема' }), ['4']);
    t.deepEqual((await tickets.counts({ tenantId, collectionId })).states, { active: 1, withdrawn: 0 });
    t.is((await contents.left(erased)).rows, 2);
    await applyAll(await model.building(), [erase(5, ['2', '3'])]);
    const left = async () => contents.left(erased);
    for (let look = 0; look < 60 && (await left()).onDisk > 0; look += 1) await setTimeout(1_000);
    t.deepEqual(await left(), { rows: 0, onDisk: 0, unavailableCopies: 0 });
    t.deepEqual(await ids(), ['4']);
  });
};
