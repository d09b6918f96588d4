import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { EmbeddingFailed, EmbeddingRefused } from '../../src/domain/errors.ts';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Operation } from '../../src/operations/operation.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { projectionNames } from '../../src/ports/read-your-writes.ts';
import { openEmbedded } from './embedded.ts';
import { collectionCreated, newEvent, ticketStored } from './events.ts';
import { exampleQuestion } from './question-events.ts';

/** Of an event that has just happened. */
const eventNow = (fact: Fact) => {
  const event = newEvent(fact);
  return { ...event, metadata: { ...event.metadata, at: new Date().toISOString() } };
};

const numberIn = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? 0);

/**
 * Models of this process: a ticket with the number n has the angle n, as those of `ticketStored`, and a question slightly more, so that no two are as near. `test-turned` turns those of tickets so that other ones are the
 * nearest. A question is answered if its nearest ticket is hardly turned away from it. `lost` are models that cannot be called.
 */
export const angleEmbedders = () => {
  const embedded: string[] = [];
  const lost = new Set<string>();
  const vectorOf = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0);
  const named = (model: string): Embedder | undefined => {
    if (!model.startsWith('test-')) return undefined;
    const turn = model === 'test-turned' ? 0.5 : 0;
    return {
      ...{ model, dimensions: () => 4, batchSize: 3 },
      answerOdds: (_question, [best]) => (best && best.score > 0.99 ? 3 : 0.5),
      embedTickets: (texts) => {
        if (texts.some((text) => text.endsWith(' 13'))) return Promise.reject(new EmbeddingRefused('Too long'));
        embedded.push(...texts);
        return Promise.resolve(texts.map((text) => vectorOf(numberIn(text) * (1 + turn))));
      },
      embedQuery: (text) =>
        lost.has(model)
          ? Promise.reject(new EmbeddingFailed('Embedding gateway did not answer within 30 s'))
          : Promise.resolve(vectorOf(numberIn(text) + 0.1)),
    };
  };
  const configured = named('test-4') as Embedder;
  return { embedders: { configured, of: ({ model }: { model: string }) => named(model), named }, embedded, lost };
};

const options = { operation: 'backtest', days: 30, questions: 1_000, requireNoWorse: false, json: true } as const;

type Result = {
  readonly [count in 'questions' | 'confirmed' | 'refusals' | 'changed' | 'first_changed']: number;
} & {
  readonly [side in 'before' | 'after']: { name: string; found: number; first: number | null; refused: number | null };
} & { readonly changes: readonly { question: string; right?: string | null; before: string[]; after: string[] }[] };

/** A collection of tickets 0, 1, … on the embedded stores, its questions, and backtests of them. */
export const backtestHome = async (
  t: ExecutionContext,
  tickets = 12,
  solutionOf?: (ticketId: string) => readonly string[],
) => {
  const models = angleEmbedders();
  const embedded = await openEmbedded(t, { embedders: models.embedders });
  const { writer } = embedded;
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const append = async (stream: string, expected: number | 'no stream', ...facts: Fact[]) => {
    const [outcome] = await writer.appendAll([{ stream, expected, events: facts.map(eventNow) }]);
    if (outcome?.outcome !== 'appended') throw new Error(outcome?.outcome);
    await writer.waitForPosition(projectionNames, [outcome.position]);
  };
  await append('log', 0, { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } });
  await append(streamOf.collection(collectionId), 'no stream', collectionCreated(collectionId, tenantId));
  for (let number = 0; number < tickets; number += 1) {
    const ticketId = String(number);
    const { type, data } = ticketStored({ tenantId, collectionId, ticketId });
    const stored = { type, data: { ...data, solution: solutionOf?.(ticketId) ?? data.solution } };
    await append(streamOf.ticket(collectionId, data.recordId), 'no stream', stored);
  }
  /** A question with this number, answered from these tickets, with a verdict if one is given. */
  const ask = async (
    number: number,
    sources: readonly string[] = [],
    { verdict, ...given }: Parameters<typeof exampleQuestion>[2] & { verdict?: readonly [boolean, string?] } = {},
  ) => {
    const example = exampleQuestion({ collectionId, tenantId }, sources, { question: `Вопрос ${number}`, ...given });
    const judged = verdict ? [example.judged(...verdict)] : [];
    await append(streamOf.question(example.answerId), 'no stream', example.answered, ...judged);
    return example.answerId;
  };
  const run = (more: Partial<Extract<Operation, { readonly operation: 'backtest' }>> = {}) =>
    writer.operate({ ...options, collectionId, ...more });
  const result = async (more: Parameters<typeof run>[0] = {}) => {
    const { succeeded, lines } = await run(more);
    return { succeeded, ...(JSON.parse(lines[0] ?? '') as Result) };
  };
  return { ...embedded, ...models, collectionId, tenantId, append, ask, run, result };
};
