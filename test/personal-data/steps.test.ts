import test from 'ava';
import fc from 'fast-check';
import { benchTicket } from '../../scripts/bench/bench-tickets.ts';
import { hostileShapes, repeated } from '../../scripts/bench/hostile-shapes.ts';
import { cleanConversation, conversationSteps } from '../../src/personal-data/clean.ts';

type Conversation = Parameters<typeof conversationSteps>;

/** Takes one step of a conversation after the other, in an order that repeats; returns the results, and how many steps each has taken. */
const cleanInTurns = (conversations: readonly Conversation[], order: readonly number[]) => {
  const results: string[][] = [];
  const counts = conversations.map(() => 0);
  const running = conversations.map((one, index) => ({ steps: conversationSteps(...one), index }));
  for (let turn = 0; running.length > 0; turn += 1) {
    const at = (order[turn % order.length] ?? 0) % running.length;
    const { steps, index } = running[at] as (typeof running)[number];
    const { done, value } = steps.next();
    counts[index] = (counts[index] ?? 0) + 1;
    if (!done) continue;
    results[index] = value.texts;
    running.splice(at, 1);
  }
  return { results, counts };
};

const longShapes = fc
  .tuple(fc.constantFrom(...hostileShapes()), fc.integer({ min: 1_000, max: 4_000 }))
  .map(([shape, bytes]) => repeated(shape, bytes));
const ordinary = fc.nat({ max: 10_000 }).map((number) =>
  benchTicket(number)
    .messages.map(({ text }) => text)
    .join('\n'),
);
const texts = fc.oneof(
  longShapes,
  ordinary,
  fc.array(ordinary, { maxLength: 20 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const conversations = fc.array(
  fc.tuple(fc.array(texts, { maxLength: 3 }), fc.constantFrom(undefined, 'Иванова Анна', 'ООО Ромашка')),
  { minLength: 2, maxLength: 4 },
);

test('conversations that are cleaned in turns, step by step, come out as each does at once', (t) => {
  const order = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(conversations, order, (all, turns) => {
      t.deepEqual(
        cleanInTurns(all, turns).results,
        all.map((one) => cleanConversation(...one)),
      );
    }),
    { numRuns: 50 },
  );
});

test('a long text has many steps, whatever it is full of', (t) => {
  const full = [
    'Иван ',
    '8 ',
    'a@',
    'a.ru ',
    'https://a.ru/ ',
    '(at)',
    '[EMAIL]',
    '&amp;',
    '89161234567,',
    'Anna Petrova ',
  ];
  const bytes = 64 * 1024;
  const long = full.map((shape): Conversation => [[repeated(shape, bytes)]]);
  for (const [index, count] of cleanInTurns(long, [0, 3, 1, 2]).counts.entries())
    t.true(count >= 50, `${full[index] ?? ''}: ${count} steps`);
});
