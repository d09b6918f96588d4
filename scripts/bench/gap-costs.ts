import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import { embeddersOf } from '../../src/composition/models.ts';
import { openReadModels, openTicketReaders } from '../../src/composition/read-stores.ts';
import { parseConfig } from '../../src/config.ts';
import type { Fact, NewEvent } from '../../src/domain/events.ts';
import type { QuestionAnswered } from '../../src/domain/question-events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { encodeVector, unitVector } from '../../src/domain/vector.ts';
import { recordGroups } from '../../src/operations/find-gaps.ts';
import type { Gaps } from '../../src/ports/gaps.ts';
import type { TicketIndex } from '../../src/ports/ticket-index.ts';
import { changedGaps } from '../../src/queries/changed-gaps.ts';
import { seededRandom } from './seeded-random.ts';

/** What gaps cost the writer, which has the embedded log and read models, and readers: to be run as `node scripts/bench/gap-costs.ts [--questions 100000]`. */

const batch = 500;
/** One in so many is not answered, and one gap has so many questions. */
const [unansweredShare, gapSize] = [3, 10];
const measuredRounds = 10;
/** The tickets of the collection, and how many of its gaps are closed while they change: as many as are tried. */
const [tickets, closedGaps] = [10_000, 50];

const folder = mkdtempSync(join(tmpdir(), 'gap-costs-'));
const config = parseConfig({ DATA_DIR: folder });
const [collectionId, userId] = [randomUUID(), randomUUID()];

const newEvent = <Event extends Fact>(fact: Event): NewEvent<Event> => ({
  ...fact,
  ...{ id: randomUUID(), metadata: { at: new Date().toISOString(), commandId: randomUUID() } },
});

const questionEvent = (outcome: 'answered' | 'too-little'): NewEvent<QuestionAnswered> => {
  const answerId = randomUUID();
  const sources = Array.from({ length: 5 }, (_, index) => ({
    ...{ ticketId: String(index), recordId: randomUUID(), revision: 1, score: 0.4 },
  }));
  const data: QuestionAnswered['data'] = {
    ...{ answerId, userId, collectionId, surface: 'web', outcome, sources, cited: [], sent: [] },
    ...{ question: `Как вернуть деньги за подписку, случай ${answerId}`, answer: 'Ответ. '.repeat(60) },
    ...{ embeddingModel: 'local-2', chatModel: 'extractive', promptVersion: null },
    milliseconds: { embedding: 1, search: 2, answer: 3, total: 6 },
  };
  return newEvent({ type: 'QuestionAnswered', data });
};

type Writer = Awaited<ReturnType<typeof openWriter>>['methods'];

const record = async (writer: Writer, count: number, outcomeOf: (index: number) => 'answered' | 'too-little') => {
  for (let from = 0; from < count; from += batch) {
    const events = Array.from({ length: Math.min(batch, count - from) }, (_, index) =>
      questionEvent(outcomeOf(from + index)),
    );
    const outcomes = await writer.appendAll(
      events.map((event) => ({
        stream: streamOf.question(event.data.answerId),
        expected: 'no stream',
        events: [event],
      })),
    );
    const positions = outcomes.flatMap((one) => (one.outcome === 'appended' ? [one.position] : []));
    await writer.waitForPosition(['questions'], positions);
  }
};

/** Groups what waits, a round at a time, by the order of the questions; returns the processor time of a question in ms. */
const group = async (writer: Writer, gaps: Gaps, maxRounds: number): Promise<number> => {
  const finder = {
    changedGaps: () => Promise.resolve({ closable: [], unanswered: [] }),
    groupQuestions: async (limit: number) => {
      const waiting = await gaps.ungrouped(limit);
      return waiting.map(({ answerId }, index) => {
        const gapId = waiting[index - (index % gapSize)]?.answerId ?? answerId;
        return { answerId, gapId, similarity: null, model: 'local-2', wordings: [answerId] };
      });
    },
  };
  const leadership = { acquire: () => Promise.resolve(new AbortController().signal) };
  const dependencies = {
    now: () => new Date(),
    newId: randomUUID,
    streams: writer,
    projected: writer,
    gaps,
    finder,
    leadership,
  };
  const start = process.cpuUsage();
  let grouped = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const recorded = await recordGroups(dependencies, new AbortController().signal);
    if (recorded === 0) break;
    grouped += recorded;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / Math.max(1, grouped);
};

/** Stores tickets that answer nothing: their vectors are like no question. */
const store = async (writer: Writer) => {
  const model = { model: 'local-2', dimensions: 512 };
  await writer.appendAll([
    { stream: 'log', expected: 0, events: [newEvent({ type: 'EmbeddingModelChosen', data: model })] },
  ]);
  const random = seededRandom(1);
  for (let from = 0; from < tickets; from += batch) {
    const outcomes = await writer.appendAll(
      Array.from({ length: batch }, (_, index) => {
        const ticketId = String(from + index);
        const name = { tenantId: userId, collectionId, ticketId, recordId: recordId(userId, ticketId) };
        const vector = unitVector(Float32Array.from({ length: model.dimensions }, () => random() - 0.5));
        const texts = {
          category: 'Заказы',
          client: '',
          problem: [`Заказ ${ticketId}`],
          solution: ['Проверьте адрес.'],
        };
        const data = { ...name, ...texts, vector: { model: model.model, values: encodeVector(vector) } };
        const events = [newEvent({ type: 'TicketStored', data })];
        return { stream: streamOf.ticket(collectionId, name.recordId), expected: 'no stream', events } as const;
      }),
    );
    const positions = outcomes.flatMap((one) => (one.outcome === 'appended' ? [one.position] : []));
    await writer.waitForPosition(['ticket-index', 'questions'], positions);
  }
};

/** Closes gaps and tries all as after a change of the tickets; returns the processor time of the first pass, which embeds the questions, and of the next, in ms. */
const tryGaps = async (writer: Writer, gaps: Gaps, index: TicketIndex): Promise<readonly [number, number]> => {
  const counts = await gaps.counts(collectionId, { earlier: '', recent: '' });
  for (const { gapId } of counts.slice(0, closedGaps)) {
    const data = { gapId, userId, collectionId, ticketIds: ['1'], tried: 10, answered: 10 };
    const events = [newEvent({ type: 'GapClosed', data })];
    const [outcome] = await writer.appendAll([{ stream: streamOf.gap(gapId), expected: 'no stream', events }]);
    if (outcome?.outcome === 'appended') await writer.waitForPosition(['questions'], [outcome.position]);
  }
  const change = changedGaps({ gaps, index, embedders: embeddersOf(config) });
  const pass = async () => {
    const start = process.cpuUsage();
    const { unanswered } = await change({ collectionId, tenantId: userId });
    if (unanswered.length !== closedGaps) throw new Error(`${unanswered.length} of ${closedGaps} gaps were tried`);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  return [await pass(), await pass()];
};

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const { values } = parseArgs({ options: { questions: { type: 'string', default: '100000' } } });
const fileStates = newFileStates();
const watch = { rebuilding: () => undefined, warn: (message: string) => console.error(message) };
const { methods: writer, projecting } = await openWriter(config, watch, { purge: false, fileStates });
await projecting;
const { gaps, close } = await openReadModels(config, fileStates);
const { index } = await openTicketReaders(config, fileStates);
try {
  await store(writer);
  await record(writer, Number(values.questions), (index) =>
    index % unansweredShare === 0 ? 'too-little' : 'answered',
  );
  await group(writer, gaps, Number.POSITIVE_INFINITY);
  await record(writer, measuredRounds * 50, () => 'too-little');
  const cost = await group(writer, gaps, measuredRounds);
  const growth = { earlier: '', recent: '' };
  const counts = await gaps.counts(collectionId, growth);
  console.log(`${values.questions} questions, ${counts.length} gaps counted`);
  console.log(`grouping, processor time a question: ${cost.toFixed(2)} ms`);
  console.log(`looking for ungrouped questions: ${(await milliseconds(() => gaps.ungrouped(1))).toFixed(2)} ms`);
  console.log(
    `counting the gaps of the collection: ${(await milliseconds(() => gaps.counts(collectionId, growth))).toFixed(1)} ms`,
  );
  const [first, next] = await tryGaps(writer, gaps, index);
  console.log(
    `trying 50 open and ${closedGaps} closed gaps among ${tickets} tickets: ${first.toFixed(0)} ms of processor time, again ${next.toFixed(0)} ms`,
  );
} finally {
  await writer.stop();
  await close();
  rmSync(folder, { recursive: true });
}
