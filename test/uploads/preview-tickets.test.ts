import { randomUUID } from 'node:crypto';
import test from 'ava';
import { InvalidInput, Stopping, Unavailable } from '../../src/domain/errors.ts';
import { recordId, textsHash } from '../../src/domain/ticket-record.ts';
import type { Tickets } from '../../src/ports/tickets.ts';
import { noOutcomes } from '../../src/ports/uploads.ts';
import { type Preview, previewTickets } from '../../src/uploads/preview-tickets.ts';
import { type TicketItem, UnfitColumns, UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { goodTicket } from '../support/api.ts';

const tenantId = randomUUID();

/** Items as a reader gives them; an error stands for what cannot be read. */
const listed = (values: Iterable<unknown>): Preview['items'] =>
  async function* ({ found }) {
    found?.({ format: 'json' });
    let index = 0;
    for (const value of values) {
      const at = index++;
      const pathOf = (path: string) => `tickets[${at}].${path}`;
      yield await Promise.resolve<TicketItem>(value instanceof UnreadableFile ? value : { value, index: at, pathOf });
    }
  };

type Found = Awaited<ReturnType<Tickets['withTexts']>>;

const refusedRead = () => Promise.reject(new Error('Only an upload that updates reads streams'));

/** `copies`: the ids of stored tickets by the hashes of their texts. */
const start = (stored: readonly string[] = [], copies: Found = new Map()) => {
  const known = new Set(stored.map((ticketId) => recordId(tenantId, ticketId)));
  const asked: number[] = [];
  const compared: number[] = [];
  const preview = previewTickets({
    streams: { readPage: refusedRead, readHeaders: refusedRead },
    tickets: {
      withTexts: ({ hashes }) => {
        compared.push(hashes.length);
        return Promise.resolve(new Map([...copies].filter(([hash]) => hashes.includes(hash))));
      },
    },
    collections: {
      known: (_collection, ids) => {
        asked.push(ids.length);
        return Promise.resolve(
          new Map(ids.filter((id) => known.has(id)).map((id) => [id, { state: 'active', position: 1n }])),
        );
      },
    },
  });
  const run = (items: Preview['items'], signal = new AbortController().signal, more: Partial<Preview> = {}) =>
    preview({ tenantId, collectionId: randomUUID(), items, signal, yieldIfDue: () => undefined, ...more });
  return { run, asked, compared };
};

test('tickets are evaluated as an upload would now: against the collection and against each other', async (t) => {
  const { run } = start(['2']);
  const short = { ...goodTicket(3), messages: [] };
  const { total, outcomes, tickets, skipped } = await run(
    listed([goodTicket(1), goodTicket(2), short, goodTicket(3), goodTicket(3)]),
  );
  t.deepEqual([total, outcomes], [5, { ...noOutcomes, stored: 2, duplicate: 2, 'no-solution': 1 }]);
  t.deepEqual(
    tickets.map(({ ticketId, index }) => [ticketId, index]),
    [
      ['1', 0],
      ['3', 3],
    ],
  );
  const repeats = { index: 3, row: null, isSame: true };
  t.deepEqual(skipped, [
    { ticketId: '2', index: 1, row: null, outcome: 'duplicate', excerpt: goodTicket(2).description },
    { ticketId: '3', index: 2, row: null, outcome: 'no-solution', solutionLength: 0, excerpt: short.description },
    { ...{ ticketId: '3', index: 4, row: null, outcome: 'duplicate', excerpt: goodTicket(3).description }, repeats },
  ]);
});

test('the first tickets are told once, before a batch is evaluated; without any, after it', async (t) => {
  for (const [items, told] of [
    [Array.from({ length: 150 }, (_, index) => goodTicket(index)), ['4 of 4', 'batch of 100', 'batch of 50']],
    [
      [goodTicket(1), goodTicket(1)],
      ['batch of 2', '1 of 2'],
    ],
    [[{ ticket_id: null }], ['0 of 0']],
  ] as const) {
    const events: string[] = [];
    const watch: Preview['watch'] = {
      onBytes: () => undefined,
      evaluated: (count) => events.push(`batch of ${count}`),
      began: (found) => events.push(`${found().tickets.length} of ${found().total}`),
    };
    await start().run(listed(items), undefined, { watch });
    t.deepEqual(events, told);
  }
});

test('the first of each kind are kept and all are counted', async (t) => {
  const { run, asked } = start();
  const good = Array.from({ length: 150 }, (_, index) => goodTicket(index));
  const bad = Array.from({ length: 250 }, () => ({ ticket_id: null }));
  const preview = await run(listed([...good, ...good, ...good, ...bad]));
  t.is(preview.total, 450);
  t.is(preview.outcomes.duplicate, 300);
  t.deepEqual([preview.tickets.length, preview.skipped.length, preview.unreadable.length], [20, 200, 200]);
  t.is(preview.unreadableCount, 250);
  t.deepEqual(preview.unreadable[0], {
    index: 450,
    row: null,
    detail: 'tickets[450].ticket_id is required',
    excerpt: null,
  });
  t.deepEqual(asked, [100, 100, 100, 100, 50]);
});

test('those whose texts a stored ticket of another id has are counted batch by batch, and the first are listed', async (t) => {
  const [all, hashOf] = [Array.from({ length: 350 }, (_, index) => goodTicket(index)), new Map<string, string>()];
  const first = await start().run(listed(all));
  for (const { ticketId, problemParts, solution } of first.tickets)
    hashOf.set(ticketId, textsHash({ problem: problemParts, solution: [solution] }));
  const hash = (id: string) => hashOf.get(id) ?? '';
  const copies = new Map([
    [hash('0'), ['0']],
    [hash('1'), ['1', 'первый']],
    [hash('2'), ['второй', '2']],
  ]);
  const { run, compared } = start(['5'], copies);
  const { storedCopies } = await run(listed(all));
  t.deepEqual(storedCopies, {
    count: 2,
    tickets: [
      { ticketId: '1', index: 1, row: null, copyOf: 'первый' },
      { ticketId: '2', index: 2, row: null, copyOf: 'второй' },
    ],
  });
  t.deepEqual(compared, [99, 100, 100, 50], 'what would be skipped is not compared');
  const equal = all.map((ticket) => ({ ...goodTicket(0), ticket_id: ticket.ticket_id }));
  const ofOne = (await start([], new Map([[hash('0'), ['иной']]])).run(listed(equal))).storedCopies;
  t.deepEqual([ofOne.count, ofOne.tickets.length], [350, 200]);
});

test('what cannot be read at all is reported at its index', async (t) => {
  const { run } = start();
  const items = [
    goodTicket(1),
    new UnreadableFile('row 3 is odd', { row: 3, index: 1 }),
    new UnreadableFile('The end'),
  ];
  const { unreadable, unreadableCount, total } = await run(listed(items));
  t.deepEqual(unreadable, [
    { index: 1, row: 3, detail: 'row 3 is odd', excerpt: null },
    { index: null, row: null, detail: 'The end', excerpt: null },
  ]);
  t.deepEqual([total, unreadableCount], [1, 2]);
});

test('of more tickets than an upload may have the rest is not looked at', async (t) => {
  const { run } = start(['1']);
  const same = function* () {
    for (let index = 0; index <= 100_000; index++) yield { ticket_id: 1 };
    throw new Error('Nobody asks for this one');
  };
  const { total, outcomes, unreadable } = await run(listed(same()));
  t.deepEqual([total, outcomes.duplicate], [100_000, 100_000]);
  t.deepEqual(unreadable, [
    { index: null, row: null, detail: 'An upload may have at most 100000 tickets', excerpt: null },
  ]);
});

test('of more rows that cannot be read than an upload may have tickets the rest is not looked at', async (t) => {
  const reasons = Array.from({ length: 100_050 }, () => new UnreadableFile('row 2 is odd', { row: 2 }));
  const items: Preview['items'] = async function* () {
    yield* await Promise.resolve([new UnreadableFile('row 2 is odd', { row: 2 })]);
    yield* reasons;
  };
  t.is((await start().run(items)).unreadableCount, 100_001);
});

test('what no reading can mend is an invalid input', async (t) => {
  const { run } = start();
  for (const error of [new UnfitColumns('columns: no'), new UnreadableFile('Unknown file format')]) {
    const items = async function* (): AsyncGenerator<TicketItem, void> {
      yield await Promise.reject<TicketItem>(error);
    };
    await t.throwsAsync(run(items), { instanceOf: InvalidInput, message: error.message });
  }
});

test('what is taken for the titles of a sheet that is not read is shown cleaned', async (t) => {
  const titles = ['Кто звонил', 'Семёнова Ольга Петровна', '+7 912 345-67-89'];
  const items: Preview['items'] = async function* (options) {
    options.found?.({ otherSheets: [{ sheet: 'Приёмная', rows: 3, titles }] });
    yield* listed([goodTicket(1)])(options);
  };
  const { otherSheets } = await start().run(items);
  t.deepEqual(otherSheets, [{ sheet: 'Приёмная', rows: 3, titles: ['Кто звонил', '[ИМЯ]', '[ТЕЛЕФОН]'] }]);
});

test('a reading that is cut off because the client has gone is no error of its own', async (t) => {
  const gone = new AbortController();
  const items: Preview['items'] = async function* ({ signal }) {
    gone.abort();
    yield await Promise.reject<TicketItem>(signal?.aborted ? (signal.reason as Error) : new Error('No signal'));
  };
  await t.throwsAsync(start().run(items, gone.signal), { instanceOf: Unavailable });
});

test('a preview ends where its client has gone or the service stops, and leaves the reading', async (t) => {
  for (const [reason, expected] of [
    [undefined, Unavailable],
    [new Stopping(), Stopping],
  ] as const) {
    const controller = new AbortController();
    let read = 0;
    const items: Preview['items'] = async function* (options) {
      try {
        for await (const item of listed(Array.from({ length: 500 }, (_, index) => goodTicket(index)))(options)) {
          read++;
          if (read === 150) controller.abort(reason);
          yield item;
        }
      } finally {
        read += 10_000;
      }
    };
    await t.throwsAsync(start().run(items, controller.signal), { instanceOf: expected });
    t.is(read, 10_150);
  }
});
