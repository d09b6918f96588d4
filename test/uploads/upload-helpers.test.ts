import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { benchTicket } from '../../scripts/bench/bench-tickets.ts';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { helperThreads } from '../../src/composition/helper-threads.ts';
import { localEmbedders } from '../../src/composition/local-models.ts';
import type { RecordedEvent } from '../../src/domain/events.ts';
import { parseTicket, type TicketInput } from '../../src/domain/ticket-input.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { type CleanTicket, recordId } from '../../src/domain/ticket-record.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { correctTicket } from '../../src/uploads/correct-ticket.ts';
import { previewTickets } from '../../src/uploads/preview-tickets.ts';
import {
  evaluateAll,
  type EvaluationWorkers,
  type UploadHelper,
  uploadHelpers,
  withoutHelpers,
} from '../../src/uploads/upload-helpers.ts';
import { uploadTickets } from '../../src/uploads/upload-tickets.ts';
import { goodTicket } from '../support/api.ts';
import { longAnswer } from '../support/previews.ts';
import { listed, openUploads } from '../support/uploading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fileAt } from '../support/page-files.ts';

const count = 350;
/** The last one is there twice. */
const tickets = [...Array.from({ length: count }, (_, number) => benchTicket(number)), benchTicket(count - 1)];

type Thread = { readonly helper: UploadHelper; readonly stop: () => Promise<void> };

/** Helpers of one real thread that is ready; `embed` stands in for its method. */
const helpersOf = async (t: ExecutionContext, embed: (thread: Thread) => UploadHelper['embed']) => {
  const threads = helperThreads(2);
  t.teardown(threads.stop);
  const helper = await new Promise<UploadHelper>((resolve) => threads.start(resolve));
  return uploadHelpers({
    ...threads,
    start: (add) => add({ evaluate: helper.evaluate, embed: embed({ helper, stop: threads.stop }) }),
    // A thread that was stopped does not come back.
    whenAvailable: () => new Promise(() => undefined),
  });
};

type Helpers = Pick<ReturnType<typeof uploadHelpers>, 'evaluation' | 'divided'>;
const alone: Helpers = { evaluation: withoutHelpers, divided: (embedder) => embedder };

/** Uploads the tickets; returns the counts and what the log holds of each ticket. */
const uploaded = async (t: ExecutionContext, { evaluation, divided }: Helpers) => {
  const { needs, collection, store } = await openUploads(t);
  const tenantId = 'f3b9d6c0-5a0e-4a53-9d7e-3f6f3c1f0a11';
  const result = await uploadTickets({ ...needs, embedders: localEmbedders(divided), evaluation })({
    tenantId,
    collectionId: collection.id,
    uploadId: randomUUID(),
    tickets: listed(tickets),
    checkedFile: fileAt(join(temporaryFolder(t), 'checked')),
    signal: new AbortController().signal,
    yieldIfDue: fairTimeSlices().of(tenantId),
  });
  const streams = tickets
    .slice(0, count)
    .map(({ ticket_id }) => streamOf.ticket(collection.id, recordId(tenantId, ticket_id)));
  const events = await Promise.all(streams.map((stream) => store.read(stream)));
  const stored = events.map((ofTicket: readonly RecordedEvent[]) =>
    ofTicket.map(({ type, data }) => ({ type, data: { ...data, collectionId: '', uploadId: '' } })),
  );
  return { result, stored };
};

test('an upload that a thread helps with stores what one alone stores, its vectors to the bit', async (t) => {
  let asked = 0;
  const helpers = await helpersOf(t, ({ helper }) => (model, texts) => {
    asked += texts.length;
    return helper.embed(model, texts);
  });
  const divided = await uploaded(t, helpers);
  t.deepEqual(divided.result, { processed: count, skipped: 1, collectionTicketCount: count });
  t.deepEqual(divided, await uploaded(t, alone));
  t.true(asked > 0 && asked < count, `${asked} of ${count} texts`);
});

/** Counts the tickets that are evaluated at a helper, which is there as soon as it is needed, and notes the texts that it is to embed. */
const countingHelper = () => {
  let evaluated = 0;
  const embedded: (readonly string[])[] = [];
  const parts: (readonly TicketInput[])[] = [];
  const helpers = uploadHelpers({
    count: 1,
    start: (add) =>
      add({
        evaluate: (inputs) => {
          evaluated += inputs.length;
          parts.push(inputs);
          return Promise.resolve(evaluateAll(inputs));
        },
        embed: (_model, texts) => {
          embedded.push(texts);
          return Promise.resolve(undefined);
        },
      }),
    isLost: () => false,
    whenAvailable: () => Promise.resolve(),
  });
  return { ...helpers, evaluated: () => evaluated, parts, embedded };
};

test('a preview that a helper evaluates for foretells what one alone does, its first tickets before a batch is evaluated', async (t) => {
  const { needs, collection } = await openUploads(t);
  const tenantId = randomUUID();
  const previewed = async (evaluation: EvaluationWorkers) => {
    const told: string[] = [];
    const preview = await previewTickets({
      ...needs,
      evaluation,
      tickets: { withTexts: () => Promise.resolve(new Map()) },
    })({
      tenantId,
      collectionId: collection.id,
      items: async function* () {
        for (const [index, value] of tickets.entries()) yield await Promise.resolve({ value, index, pathOf: String });
      },
      signal: new AbortController().signal,
      yieldIfDue: fairTimeSlices().of(tenantId),
      watch: {
        onBytes: () => undefined,
        evaluated: (batch) => told.push(`batch of ${batch}`),
        began: (found) => told.push(`${found().total} evaluated`),
      },
    });
    t.deepEqual(told, ['4 evaluated', 'batch of 100', 'batch of 100', 'batch of 100', 'batch of 51']);
    return preview;
  };
  const { evaluation, evaluated } = countingHelper();
  const divided = await previewed(evaluation);
  t.like(divided, { total: count + 1, outcomes: { stored: count, duplicate: 1 } });
  t.deepEqual(divided, await previewed(withoutHelpers));
  t.true(evaluated() > 0 && evaluated() < count, `${evaluated()} of ${count} tickets`);
});

test('a helper gets few tickets at a time where they are long, and all outcomes are at the index of their ticket', async (t) => {
  const { evaluation, parts } = countingHelper();
  const evaluate = evaluation.of({ tenantId: 'a', yieldIfDue: () => undefined });
  const ticketOf = (id: number, length: number) =>
    parseTicket({ ticket_id: String(id), description: 'слово '.repeat(length / 6) }, String);
  // Forty short ones, three that fill a part together, and two that fill one each.
  const lengths = [...Array.from({ length: 40 }, () => 600), 18_000, 18_000, 18_000, 60_000, 120_000];
  const inputs = lengths.map((length, index) => ticketOf(index, length));
  const all = await Promise.all([...evaluate(inputs), ...evaluate(inputs)]);
  t.deepEqual(all, [...evaluateAll(inputs), ...evaluateAll(inputs)]);
  const sizes = new Set(
    parts.map((part) => part.map(({ ticketId }) => Number(ticketId))).map((ids) => `${ids[0]}-${ids.at(-1)}`),
  );
  for (const size of sizes) t.true(['0-24', '25-42', '43-43', '44-44'].includes(size), size);
  t.true(sizes.has('43-43') || sizes.has('44-44'));
});

test('a few short texts are embedded here, and a few long ones, which would block this thread, at a helper that is free', async (t) => {
  const { evaluation, divided, embedded } = countingHelper();
  const yieldIfDue = () => undefined;
  const evaluate = evaluation.of({ tenantId: 'a', yieldIfDue });
  await Promise.all([...evaluate([]), ...evaluate([])]);
  const [short, long] = ['Не печатает принтер', 'не печатает '.repeat(200)];
  const { embedTickets } = divided(localEmbedder());
  const alone = await localEmbedder().embedTickets([short, long]);
  t.deepEqual(await embedTickets([short], yieldIfDue), alone.slice(0, 1));
  t.deepEqual(embedded, []);
  // The helper leaves them to this thread.
  t.deepEqual(await embedTickets([short, long], yieldIfDue), alone);
  t.deepEqual(embedded, [[short, long]]);
});

test('a correction is evaluated at a helper that is free, and stores what is stored without one', async (t) => {
  const { upload, needs, collection, tenantId } = await openUploads(t);
  await upload([goodTicket(1), goodTicket(2)]);
  const { evaluation, evaluated } = countingHelper();
  const correct = async (ticketId: string, with_: EvaluationWorkers) => {
    const texts = { category: 'Оплата +7 912 345-67-89', problem: 'Иван Петров не вошёл', solution: longAnswer };
    const surface = 'web' as const;
    const correction = {
      tenantId,
      collectionId: collection.id,
      ticketId,
      customer: '192.0.2.1',
      revision: 1,
      surface,
      ...texts,
    };
    await correctTicket({ ...needs, evaluation: with_ })(correction, {
      turn: (work) => work(),
      yieldIfDue: () => undefined,
      signal: new AbortController().signal,
    });
    const stream = streamOf.ticket(collection.id, recordId(tenantId, ticketId));
    const { category, problem, solution } = (await needs.streams.read(stream)).at(-1)?.data as CleanTicket;
    return { category, problem, solution };
  };
  const evaluate = evaluation.of({ tenantId, yieldIfDue: () => undefined });
  await Promise.all([...evaluate([]), ...evaluate([])]);
  const alone = await correct('1', withoutHelpers);
  t.deepEqual(alone.problem, ['[ИМЯ] не вошёл']);
  t.is(alone.category, 'Оплата [ТЕЛЕФОН]');
  t.deepEqual(await correct('2', evaluation), alone);
  t.is(evaluated(), 1);
});

test('a thread that is killed while it embeds loses and doubles nothing', async (t) => {
  let killed = 0;
  const helpers = await helpersOf(t, ({ helper, stop }) => (model, texts) => {
    killed += 1;
    const vectors = helper.embed(model, texts);
    void stop();
    return vectors;
  });
  const divided = await uploaded(t, helpers);
  t.deepEqual(divided.result, { processed: count, skipped: 1, collectionTicketCount: count });
  t.deepEqual(divided, await uploaded(t, alone));
  t.is(killed, 1);
});
