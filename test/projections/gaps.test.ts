import test from 'ava';
import { checksumOf } from '../../projections/checksum.ts';
import { questionIdsInLog } from '../../projections/questions-in-log.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteGaps } from '../../src/adapters/sqlite/rows/gaps.ts';
import { questionTables } from '../../src/adapters/sqlite/rows/question-tables.ts';
import { gapEventBytes, groupingBytes } from '../../src/domain/stored-bytes.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureRequested, ticketStored } from '../support/events.ts';
import { closed, dismissed, grouped, restored } from '../support/gap-events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { exampleQuestion, on } from '../support/question-events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import { generationIn } from '../support/views-files.ts';

const home = exampleCollection();
const { collectionId } = home;
const questions = ['1', '2', '3'].map((id) => exampleQuestion(home, [id], { outcome: 'too-little' }));
const [one, two] = questions as [(typeof questions)[0], (typeof questions)[0]];
const gapId = one.answerId;
const growth = { earlier: '', recent: '' };
const spec = projectionSpecification(questionsProjection, {
  tables: questionTables,
  read: async (database) => {
    const gaps = sqliteGaps(database);
    return [await gaps.counts(collectionId, growth), await gaps.details({ collectionId, gapId }, '')];
  },
});
const inLog = (...facts: Parameters<typeof recorded>[0]) =>
  recorded(facts).map((event, index) => on(event, '2026-11-20', index));

test('grouping, dismissals, closings and changes of tickets are put with their positions', (t) => {
  const group = grouped(two, one);
  const at = '2026-11-20T10:00:00.000Z';
  spec(t)
    .when(...inLog(group, dismissed(one), restored(one), closed(one, '7'), ticketStored({ ...home, ticketId: '1' })))
    .then(
      ...([
        {
          type: 'group',
          answerId: two.answerId,
          gapId,
          wordings: [two.answerId],
          bytes: groupingBytes(group.data),
          position: 1n,
        },
        { type: 'dismiss', collectionId, gapId, bytes: gapEventBytes({}), position: 2n },
        { type: 'restore', collectionId, gapId, bytes: gapEventBytes({}), position: 3n },
        {
          type: 'close',
          collectionId,
          gapId,
          closing: { at, ticketIds: ['7'] },
          bytes: gapEventBytes({ ticketIds: ['7'] }),
          position: 4n,
        },
        { type: 'change tickets', collectionId, position: 5n },
      ] as const),
    );
});

test('gaps that are projected twice are there once', async (t) => {
  await spec(t)
    .when(
      ...inLog(
        ...questions.map(({ answered }) => answered),
        ...questions.map((question) => grouped(question, one)),
        ...[dismissed(one), closed(one, '7')],
      ),
    )
    .thenTwiceGivesTheSame();
});

test('a comparison with the log sees a question that is in another gap, or in none', async (t) => {
  const database = openDatabase(':memory:', 'normal');
  t.teardown(() => database.close());
  const generation = generationIn(database, questionTables);
  const events = inLog(
    home.created,
    ...questions.map(({ answered }) => answered),
    ...questions.map((question) => grouped(question, one)),
    grouped(two, two),
    erasureRequested({ ...home, ticketIds: ['3'] }),
  );
  const inLogOnly = questionIdsInLog();
  for (const event of events) inLogOnly.add(event);
  const checksum = inLogOnly.groups().get(collectionId);
  const apply = applyRecorded(questionsProjection, generation);
  await apply(events.filter(({ type, data }) => type !== 'QuestionGrouped' || data.answerId !== two.answerId));
  t.notDeepEqual(await checksumOf(generation), checksum);
  await apply(events);
  t.deepEqual(await checksumOf(generation), checksum);
});
