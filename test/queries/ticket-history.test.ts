import test from 'ava';
import { TicketNotFound, TicketRevisionNotFound } from '../../src/domain/errors.ts';
import type { TicketHistoryEntry } from '../../src/domain/ticket-history.ts';
import { readHistory, ticketHistory, ticketRevision } from '../../src/queries/ticket-history.ts';
import { streamInMemory, streamName, ticketOwner, withoutOutlines } from '../support/ticket-stream.ts';

type Stream = ReturnType<typeof streamInMemory>;

/** A ticket that was corrected, withdrawn, restored and embedded again, in turns. */
const lived = async (pageSize: number): Promise<Stream> => {
  const stream = streamInMemory(pageSize);
  await stream.store();
  for (let round = 1; round <= 6; round += 1) {
    await stream.correct(`Текст ${round}`, round % 2 === 0 ? { uploadId: 'up', place: 1 } : { surface: 'web' });
    await stream.add({ type: 'ReembedTicket', vector: { model: `m${round}`, values: '' } });
    await stream.add({ type: 'WithdrawTicket' }, { surface: 'api' });
    await stream.add({ type: 'RestoreTicket' }, { surface: 'web' });
  }
  return stream;
};

const allOf = async ({ streams }: Stream, limit: number) => {
  const all: TicketHistoryEntry[] = [];
  for (let before: number | undefined; ;) {
    const { history, next } = await readHistory(streams, streamName, { before, limit });
    if (history.length === 0 || history.length > limit) throw new Error(`${history.length} entries of ${limit}`);
    all.push(...history);
    if (next === null) return all;
    before = next;
  }
};

const dependenciesOf = ({ streams }: Stream) => ({
  streams,
  uploads: { byId: () => Promise.resolve({ surface: 'api' } as never) },
  collections: { known: () => Promise.resolve(new Map()) },
  erasures: { idAt: () => Promise.resolve(undefined) },
});

test('pages of any size give the whole history, newest first, as streams of earlier versions do', async (t) => {
  for (const isOld of [false, true]) {
    for (const pageSize of [1, 3, 100]) {
      const stream = await lived(pageSize);
      if (isOld) withoutOutlines(stream.events);
      const expected = Array.from({ length: 6 }, (_, round) => [
        ['corrected', round + 2, ['problem']],
        ['withdrawn', round + 2, []],
        ['restored', round + 2, []],
      ]).flat();
      for (const limit of [1, 2, 5, 100]) {
        t.deepEqual(
          (await allOf(stream, limit)).map(({ change, revision, changed }) => [change, revision, changed]).toReversed(),
          [['stored', 1, []], ...expected],
          `pages of ${limit} from parts of ${pageSize}, old: ${String(isOld)}`,
        );
      }
    }
  }
});

test('a page reads a bounded part of the stream, and is shorter where that holds less', async (t) => {
  // As many events as large texts leave in a part.
  const stream = streamInMemory(2);
  await stream.store();
  for (let round = 0; round < 120; round += 1) await stream.correct(`Текст ${round}`);
  stream.forget();
  const { history, next } = await readHistory(stream.streams, streamName, { limit: 100 });
  t.is(stream.given(), 8);
  t.is(history.length, 7);
  t.is(next, history.at(-1)?.event ?? null);
  t.is((await allOf(stream, 100)).length, 121);
});

test('the texts of each revision are found with a few reads, whatever lies between', async (t) => {
  const stream = await lived(100);
  const texts = ticketRevision(dependenciesOf(stream));
  for (let round = 1; round <= 6; round += 1) {
    t.like(await texts(ticketOwner, round + 1), {
      ...{ ticketId: '7', revision: round + 1, problem: [`Текст ${round}`], surface: round % 2 === 0 ? 'api' : 'web' },
      ...{ uploadId: round % 2 === 0 ? 'up' : null },
    });
  }
  t.deepEqual((await texts(ticketOwner, 1)).revision, 1);
  for (const revision of [-1, 0, 8, 99, 1e20]) {
    await t.throwsAsync(texts(ticketOwner, revision), { instanceOf: TicketRevisionNotFound }, String(revision));
  }
  const long = streamInMemory();
  await long.store();
  for (let round = 0; round < 40; round += 1) await long.add({ type: round % 2 ? 'RestoreTicket' : 'WithdrawTicket' });
  for (let round = 0; round < 400; round += 1) await long.correct(`Текст ${round}`);
  long.forget();
  t.like(await ticketRevision(dependenciesOf(long))(ticketOwner, 400), { problem: ['Текст 398'] });
  t.true(long.asked.length <= 3, String(long.asked.length));
});

test('a ticket that is not stored has neither history nor revisions', async (t) => {
  const stream = streamInMemory();
  await t.throwsAsync(ticketHistory(dependenciesOf(stream))(ticketOwner, { limit: 5 }), { instanceOf: TicketNotFound });
  await t.throwsAsync(ticketHistory(dependenciesOf(stream))(ticketOwner, { before: 9, limit: 5 }), {
    instanceOf: TicketNotFound,
  });
  await t.throwsAsync(ticketRevision(dependenciesOf(stream))(ticketOwner, 1), { instanceOf: TicketNotFound });
});
