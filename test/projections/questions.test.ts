import { randomUUID } from 'node:crypto';
import test from 'ava';
import { questionTables } from '../../src/adapters/sqlite/rows/question-tables.ts';
import { sqliteQuestions } from '../../src/adapters/sqlite/rows/questions.ts';
import { questionBytes, verdictBytes } from '../../src/domain/stored-bytes.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureProven, erasureRequested } from '../support/events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { exampleQuestion, on } from '../support/question-events.ts';
import { recorded } from '../support/recorded-events.ts';

const home = exampleCollection();
const { collectionId, tenantId } = home;
const asked = exampleQuestion(home);
const { answerId, data } = asked;
const spec = projectionSpecification(questionsProjection, {
  tables: questionTables,
  read: async (database) => {
    const questions = sqliteQuestions(database);
    return [await questions.byId(answerId), await questions.bytes(tenantId)];
  },
});
const at = '2026-11-20T10:00:00.000Z';
const inLog = (...facts: Parameters<typeof recorded>[0]) =>
  recorded(facts).map((event, index) => on(event, '2026-11-20', index));

test('a question is put with its day and what it occupies', (t) => {
  const bytes = questionBytes(data);
  spec(t)
    .when(...inLog(asked.answered))
    .then({ type: 'put', data, at, day: '2026-11-20', bytes, position: 1n, order: 1n });
});

test('a question that has taken the place of another one is put with its order', (t) => {
  const replacing = { ...data, replaces: { answerId: randomUUID(), position: '7' } };
  const [event] = inLog({ type: 'QuestionAnswered', data: replacing });
  if (!event) return;
  spec(t)
    .when({ ...event, position: 30n })
    .then({
      ...{ type: 'put', data: replacing, at, day: '2026-11-20' },
      ...{ bytes: questionBytes(replacing), position: 30n, order: 7n },
    });
});

test('a verdict is put with its time, and taken back', (t) => {
  const verdict = { helped: true, ticketId: '1', comment: 'Да', at };
  const [, judged, back] = inLog(asked.answered, asked.judged(true, '1', 'Да'), asked.takenBack);
  if (!judged || !back) return;
  spec(t)
    .when(judged, back)
    .then(
      { type: 'judge', answerId, verdict, bytes: verdictBytes({ comment: 'Да' }), revision: 1, position: 2n },
      { type: 'judge', answerId, verdict: null, bytes: verdictBytes({}), revision: 2, position: 3n },
    );
});

test('an erasure takes the answers that quote its tickets; only the proof of their step lets them go', (t) => {
  const erasure = erasureRequested({ tenantId, collectionId, ticketIds: ['1'] });
  const { erasureId, tickets } = erasure.data;
  const recordIds = tickets.map(({ recordId }) => recordId);
  spec(t)
    .when(...inLog(erasure, erasureProven(erasure, 'index'), erasureProven(erasure, 'answers')))
    .then(
      { type: 'erase', collectionId, erasureId, recordIds, position: 1n },
      { type: 'change tickets', collectionId, position: 1n },
      { type: 'prove', collectionId, erasureId, position: 3n },
    );
});

test('questions and verdicts that are applied twice are there once', async (t) => {
  await spec(t)
    .when(...inLog(asked.answered, asked.judged(false), asked.judged(true)))
    .thenTwiceGivesTheSame();
});
