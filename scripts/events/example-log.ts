import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import { commandHandler } from '../../src/commands/command-handler.ts';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { collection } from '../../src/domain/collection.ts';
import { erasure } from '../../src/domain/erasure.ts';
import { noUploadCounts, noUndoCounts, type RecordedEvent } from '../../src/domain/events.ts';
import { logIdentity } from '../../src/domain/log-identity.ts';
import type { QuestionAnswered } from '../../src/domain/question-events.ts';
import { question, questionRetention } from '../../src/domain/question.ts';
import { outcomeBytes } from '../../src/domain/stored-bytes.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { ticket, ticketStoredData } from '../../src/domain/ticket.ts';
import { parseTicket } from '../../src/domain/ticket-input.ts';
import { cleanTicket, recordId as recordIdOf } from '../../src/domain/ticket-record.ts';
import { upload } from '../../src/domain/upload.ts';
import { encodeVector } from '../../src/domain/vector.ts';
import { cleaningWith } from '../../src/personal-data/cleaning.ts';
import { uuidV5 } from '../../src/platform/uuid.ts';
import { chooseKeys, deleteExampleAccount } from './example-account.ts';
import { type Decide, groupQuestion } from './example-gap.ts';

/** The same in every run. */
const idOf = (name: string): string => uuidV5('0199d2f0-0000-7000-8000-000000000000', name);
const userId = idOf('user');
const collectionId = idOf('collection');
const email = 'anna@example.com';
const models = { first: { model: 'local-2', dimensions: 4 }, second: { model: 'e5', dimensions: 4 } };
const vectorOf = (model: string) => ({ model, values: encodeVector(Float32Array.of(0.5, 0.5, -0.5, 0.5)) });

/** A short life of one account, through the deciders of the service: every event type has to occur in it. */
const live = async (decide: Decide): Promise<void> => {
  await decide(
    streamOf.log,
    logIdentity,
    { type: 'CreateLog', logId: idOf('log') },
    { type: 'ChooseFirstModel', model: models.first },
  );
  await chooseKeys(decide, { userId, email, collectionId, idOf });
  await decide(
    streamOf.collection(collectionId),
    collection,
    { type: 'CreateCollection', data: { collectionId, userId, name: 'Доставка' } },
    {
      type: 'ConfigureCollection',
      data: { ...{ collectionId, userId, notNames: ['КриптоПро'] }, ticketUrl: 'https://desk.example.com/{ticket_id}' },
    },
  );
  const source = 'zendesk-acme_zendesk_com';
  await decide(streamOf.collection(collectionId), collection, {
    type: 'AdvanceSync',
    data: { collectionId, userId, source, cursor: 'MTc5NTk1MTAwMC4wfHw0ODEy' },
  });
  await uploadFiles(decide);
  await changeTicket(decide);
  await eraseTicket(decide);
  await askQuestion(decide);
  await decide(streamOf.collection(collectionId), collection, {
    type: 'DeleteCollection',
    data: { collectionId, userId },
  });
  await deleteExampleAccount(decide, { userId, email, idOf });
};

const uploadFiles = async (decide: Decide): Promise<void> => {
  const started = (name: string, attempt = name) => {
    const file = { surface: 'web', fileName: `${name}.csv`, format: 'csv', digest: null } as const;
    const data = { uploadId: idOf(name), userId, collectionId, run: idOf(attempt), ...file };
    return { type: 'StartUpload', data } as const;
  };
  const counts = { ...noUploadCounts, read: 2, cleaned: 2, embedded: 1, stored: 1, skipped: 1, total: 2 };
  const skipped = [{ ticketId: '1002', index: 1, row: 3, rule: 'no-solution' }] as const;
  const result = { processed: 1, skipped: 1, collectionTicketCount: 1 };
  const done = { ...noUndoCounts, withdrawn: 1 };
  await decide(
    streamOf.upload(userId, idOf('may')),
    upload,
    started('may'),
    { type: 'RecordProgress', attemptId: idOf('may'), counts, skipped },
    { type: 'FinishUpload', attemptId: idOf('may'), counts, result },
    { type: 'StartUndo', undoId: idOf('undo'), surface: 'web' },
    { type: 'RecordUndo', undoId: idOf('undo'), after: 0, counts: done },
    { type: 'FinishUndo', undoId: idOf('undo'), counts: done },
    { type: 'ExpireUpload', bytes: outcomeBytes(skipped) },
  );
  await decide(
    streamOf.upload(userId, idOf('june')),
    upload,
    started('june'),
    { type: 'InterruptUpload', attemptId: idOf('june'), stored: 0, detail: 'Service is stopping; 0 tickets stored' },
    started('june', 'june again'),
    {
      type: 'FailUpload',
      attemptId: idOf('june again'),
      counts: { ...noUploadCounts, read: 7 },
      status: 400,
      detail: 'row 9: ticket_id is required',
    },
  );
  await decide(streamOf.upload(userId, idOf('july')), upload, started('july'), { type: 'StopUpload' });
};

const changeTicket = async (decide: Decide): Promise<void> => {
  const [sent] = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly unknown[];
  const { cleaned } = runToCompletion(cleanTicket(parseTicket(sent, String), cleaningWith()));
  const recordId = recordIdOf(userId, cleaned.ticketId);
  const vector = vectorOf(models.first.model);
  const data = ticketStoredData({ tenantId: userId, collectionId, recordId }, cleaned, vector);
  const known = { resolvedAt: '2026-05-24T12:30:00.000Z', url: `https://desk.example.com/tickets/${cleaned.ticketId}` };
  const corrected = { ...cleaned, ...known, category: 'Перенос доставки' };
  await decide(
    streamOf.ticket(collectionId, recordId),
    ticket,
    { type: 'StoreTicket', data },
    { type: 'ReembedTicket', vector: vectorOf(models.second.model) },
    { type: 'CorrectTicket', revision: 1, texts: corrected, vector },
    { type: 'WithdrawTicket' },
    { type: 'RestoreTicket' },
    { type: 'FlagTicket' },
    { type: 'ConfirmTicket' },
    { type: 'UndoTicket' },
    { type: 'StoreTicket', data },
  );
};

const eraseTicket = async (decide: Decide): Promise<void> => {
  const [ticketId, erasureId] = ['1001', idOf('erasure')];
  const stored = { uploadId: idOf('may'), index: 0, row: 2, outcome: 'stored' } as const;
  const name = { recordId: recordIdOf(userId, ticketId), ticketId };
  const tickets = [{ ...name, revisions: 2, positions: ['9'], uploads: [stored] }];
  const updated = { uploadId: idOf('june'), index: 7, row: 9, outcome: 'updated' } as const;
  const amended = [{ ...name, revisions: 3, positions: ['9', '31'], uploads: [stored, updated] }];
  const request = { collectionName: 'Доставка', requestedFor: null, unknown: 0, erasedBefore: 0, remaining: 0 };
  await decide(
    streamOf.erasure(collectionId, erasureId),
    erasure,
    { type: 'RequestErasure', data: { erasureId, userId, collectionId, tickets, ...request } },
    { type: 'ProveStep', proof: { step: 'hidden', found: { tickets: 1, searches: 2, listed: 0, rows: 0 } } },
    { type: 'AmendErasure', tickets: amended },
    { type: 'HoldBackErasure', left: 3 },
  );
};

const askQuestion = async (decide: Decide): Promise<void> => {
  const [ticketId, answerId] = ['1002', idOf('answer')];
  const source = { ticketId, recordId: recordIdOf(userId, ticketId), revision: 1, score: 0.81 };
  const to = { host: 'models.example.com', masks: 1, sha256: hash('sha256', 'example') };
  const sent = [
    { ...to, content: 'question', model: 'e5' },
    { ...to, content: 'question and sources', model: 'gpt-4o-mini' },
  ] as const;
  const data: QuestionAnswered['data'] = {
    ...{ answerId, userId, collectionId, surface: 'web', question: 'Где мой заказ? Звонили на [ТЕЛЕФОН]' },
    ...{ outcome: 'answered', answer: `Заказ передан курьеру.\nОсновано на тикете №${ticketId}` },
    ...{ sources: [source], cited: [ticketId], sent },
    ...{ embeddingModel: 'e5', chatModel: 'gpt-4o-mini', promptVersion: 1 },
    milliseconds: { embedding: 41, search: 3, answer: 1_820, total: 1_868 },
  };
  await decide(
    streamOf.question(answerId),
    question,
    { type: 'RecordQuestion', data },
    { type: 'JudgeAnswer', verdict: { helped: true, ticketId, comment: 'Подошло' } },
    { type: 'TakeVerdictBack' },
  );
  await groupQuestion(decide, data, idOf('unanswered'));
  await decide(streamOf.retention, questionRetention, { type: 'ExpireQuestions', before: '2026-08-30' });
};

/** The events of the example, as an embedded log gives them back: appended by the handler of commands, read by the reader of projections. */
export const exampleLog = async (): Promise<readonly RecordedEvent[]> => {
  const database = openDatabase(':memory:', 'normal');
  try {
    const store = sqliteEventStore(database, (error) => {
      throw error;
    });
    let commands = 0;
    const handle = commandHandler(store, {
      now: () => new Date(Date.UTC(2026, 10, 28, 9, 30, commands)),
      newId: () => idOf(`command ${(commands += 1)}`),
    });
    await live(async (stream, decider, ...all) => {
      for (const command of all) await handle({ stream, decider, command, tenantId: userId });
    });
    return await eventsOf(store);
  } finally {
    database.close();
  }
};

const eventsOf = async (store: ReturnType<typeof sqliteEventStore>): Promise<readonly RecordedEvent[]> => {
  const reading = new AbortController();
  const found: RecordedEvent[] = [];
  for await (const { events, caughtUp } of store.subscribe(undefined, reading.signal)) {
    found.push(...events);
    if (caughtUp) break;
  }
  return found;
};
