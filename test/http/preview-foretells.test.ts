import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { goodTicket } from '../support/api.ts';
import { formOf, longAnswer, startPreviews } from '../support/previews.ts';
import { sizeOnServers } from '../support/server-stores.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

const text = fc.constantFrom(
  '',
  'Не работает',
  longAnswer,
  'Получилось?',
  'Пришлите, пожалуйста, скриншот.',
  'Спасибо!',
  '?',
);
const ticket = fc.record({
  ticket_id: fc.nat({ max: 12 }),
  description: text,
  messages: fc.array(fc.record({ role: fc.constantFrom('client', 'operator', 'bot'), text }), { maxLength: 4 }),
});

type Outcome = {
  readonly ticket_id: string;
  readonly index: number;
  readonly row: number | null;
  readonly outcome: string;
};

/** Sends the same to both and compares what was foretold with what the ledger tells. */
const holds = async (t: ExecutionContext, body: () => unknown, kind: 'upload' | 'uploadFile') => {
  const { previewed, upload, uploadFile, get } = await startPreviews(url());
  await upload({ tickets: [{ ...goodTicket(3) }] });
  const foretold = await previewed(body());
  const sent = await { upload, uploadFile }[kind](body());
  t.is(sent.status, 200);
  const path = sent.headers.get('location') ?? '';
  const { outcomes, total } = (await get(path)) as { outcomes: object; total: number };
  t.deepEqual([foretold.outcomes, foretold.total], [outcomes, total] as never);
  const { tickets } = (await get(`${path}/tickets`)) as { tickets: readonly Outcome[] };
  t.deepEqual(
    foretold.skipped.map(({ ticket_id, index, row, outcome }) => ({ ticket_id, index, row, outcome })),
    tickets.filter(({ outcome }) => outcome !== 'stored'),
  );
  t.deepEqual(
    foretold.tickets.map(({ ticket_id, index, row }) => ({ ticket_id, index, row })),
    tickets
      .filter(({ outcome }) => outcome === 'stored')
      .slice(0, 20)
      .map(({ ticket_id, index, row }) => ({ ticket_id, index, row })),
  );
};

test('an upload does what its preview has foretold, whatever the tickets', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(ticket, { maxLength: 30 }), async (tickets) => {
      await holds(t, () => ({ tickets }), 'upload');
    }),
    { numRuns: sizeOnServers(25, 4) },
  );
});

test('an upload of a file does what its preview has foretold', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(ticket, { maxLength: 20 }), async (tickets) => {
      const rows = tickets.map(({ ticket_id: id, description, messages }) =>
        [id, description, `"${JSON.stringify(messages).replaceAll('"', '""')}"`].join(';'),
      );
      await holds(t, () => formOf(['id;описание;messages', ...rows].join('\n\n')), 'uploadFile');
    }),
    { numRuns: sizeOnServers(10, 2) },
  );
});
