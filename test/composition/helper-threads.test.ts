import test from 'ava';
import { benchTicket } from '../../scripts/bench/bench-tickets.ts';
import { helperThreads } from '../../src/composition/helper-threads.ts';
import { localEmbedders } from '../../src/composition/local-models.ts';
import { parseTicket } from '../../src/domain/ticket-input.ts';
import { searchText } from '../../src/domain/ticket-record.ts';
import { ThreadLost } from '../../src/threads/rpc.ts';
import { evaluateAll, type UploadHelper, uploadHelpers } from '../../src/uploads/upload-helpers.ts';

const inputs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => parseTicket(benchTicket(from + index), String));

const textsOf = (count: number) => evaluateAll(inputs(count)).map(({ cleaned }) => searchText(cleaned));

const { configured: embedder, named } = localEmbedders();
const never = () => Promise.reject(new Error('not asked'));
const noYield = () => undefined;

/** Helpers of one thread, which is there as soon as it is needed. */
const helpersOf = (helper: UploadHelper, started: () => void = noYield) =>
  uploadHelpers({
    count: 1,
    start: (add) => {
      started();
      add(helper);
    },
    isLost: (error) => error instanceof ThreadLost,
    whenAvailable: () => Promise.resolve(),
  });

const evaluateOf = ({ evaluation }: ReturnType<typeof helpersOf>) => {
  const evaluate = evaluation.of({ tenantId: 'a', yieldIfDue: noYield });
  return (tickets: Parameters<typeof evaluate>[0]) => Promise.all(evaluate(tickets));
};

/** Two batches at a time start the helper. */
const startHelper = async (helpers: ReturnType<typeof helpersOf>) => {
  const evaluate = evaluateOf(helpers);
  await Promise.all([evaluate(inputs(5)), evaluate(inputs(5))]);
};

test('there is a thread for each core but one, at least one and at most eight', (t) => {
  t.deepEqual(
    [1, 2, 4, 9, 64].map((cores) => helperThreads(cores).count),
    [1, 1, 3, 8, 8],
  );
});

test('a thread evaluates tickets and embeds texts as the caller would, to the bit', async (t) => {
  const threads = helperThreads(2);
  t.teardown(threads.stop);
  const { evaluate, embed } = await new Promise<UploadHelper>((resolve) => threads.start(resolve));
  for (const notNames of [undefined, ['Анна']]) {
    t.deepEqual(await evaluate(inputs(20), notNames), evaluateAll(inputs(20), notNames));
  }
  const texts = textsOf(20);
  for (const model of ['local-1', 'local-2']) {
    t.deepEqual(await embed(model, texts), await named(model, undefined)?.embedTickets(texts));
  }
  t.is(await embed('model of a gateway', texts), undefined);
});

test('threads start with the second batch at a time, and a thread that ends loses and doubles nothing', async (t) => {
  let started = 0;
  let lost = 0;
  const ending = () => {
    lost += 1;
    return Promise.reject(new ThreadLost('A thread ended'));
  };
  const helpers = helpersOf({ evaluate: ending, embed: ending }, () => (started += 1));
  t.is(helpers.evaluation.batchesAtOnce, 3);
  const evaluate = evaluateOf(helpers);
  t.deepEqual(await evaluate(inputs(5)), evaluateAll(inputs(5)));
  t.is(started, 0);
  const both = await Promise.all([evaluate(inputs(5)), evaluate(inputs(5, 5)), evaluate(inputs(5, 10))]);
  t.deepEqual(both.flat(), evaluateAll(inputs(15)));
  t.is(started, 1);
  const lostEvaluating = lost;
  t.true(lostEvaluating > 0);
  const texts = textsOf(60);
  t.deepEqual(await helpers.divided(embedder).embedTickets(texts, noYield), await embedder.embedTickets(texts));
  t.true(lost > lostEvaluating);
});

test('the tickets of one batch are divided between the threads and come back in their order', async (t) => {
  const sizes: number[] = [];
  const evaluate = evaluateOf(
    helpersOf({
      evaluate: (part) => {
        sizes.push(part.length);
        return Promise.resolve(evaluateAll(part));
      },
      embed: never,
    }),
  );
  const both = await Promise.all([evaluate(inputs(60)), evaluate(inputs(60, 60))]);
  t.deepEqual(both.flat(), evaluateAll(inputs(120)));
  t.true(sizes.length > 1);
  t.true(Math.max(...sizes) < 60);
});

test('the vectors of a batch are divided between the threads and come back in the order of the texts', async (t) => {
  const sizes: number[] = [];
  const helpers = helpersOf({
    evaluate: (part) => Promise.resolve(evaluateAll(part)),
    embed: (model, part) => {
      sizes.push(part.length);
      return named(model, undefined)?.embedTickets(part) ?? never();
    },
  });
  await startHelper(helpers);
  const texts = textsOf(105);
  const { embedTickets } = helpers.divided(embedder);
  t.deepEqual(await embedTickets(texts, noYield), await embedder.embedTickets(texts));
  t.true(sizes.length > 1);
  t.true(Math.max(...sizes) < 60);
  sizes.length = 0;
  t.is((await embedTickets(texts.slice(0, 3), noYield)).length, 3);
  t.deepEqual(sizes, [], 'a few texts are embedded here');
});

test('texts that a helper cannot embed are embedded here', async (t) => {
  let asked = 0;
  const helpers = helpersOf({
    evaluate: (part) => Promise.resolve(evaluateAll(part)),
    embed: () => {
      asked += 1;
      return Promise.resolve(undefined);
    },
  });
  await startHelper(helpers);
  const texts = textsOf(40);
  t.deepEqual(await helpers.divided(embedder).embedTickets(texts, noYield), await embedder.embedTickets(texts));
  t.true(asked > 0);
});
