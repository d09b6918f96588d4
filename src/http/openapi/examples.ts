import { hash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';

/** One collection, one ticket, and what becomes of it: whole bodies by the names of their schemas. */

/** The collection of the examples. */
export const exampleCollection = '0d9c2f4e-8f7e-4a52-9a8e-0f0c5f5b2a11';
const upload = '5a1f0c9b-3a57-4a31-9d5b-6a4f2d1c7e90';

const solution =
  'Откройте «Настройки → Оплата», нажмите «Привязать карту заново» и введите код из сообщения банка. После этого повторите платёж: прежняя привязка была отменена при замене карты.';

const stepOf = (step: string, found: Readonly<Record<string, number>>) => ({
  ...{ step, state: 'verified', at: '2026-11-20T10:00:02.000Z', found, reason: null },
});

const erasure = {
  id: 'c1f7c9a4-58d5-4b52-8a55-0d1c9f0e7b21',
  number: 3,
  state: 'proven',
  outcome: 'erased',
  requested_at: '2026-11-20T10:00:00.000Z',
  proven_at: '2026-11-20T10:00:02.000Z',
  requested_by: 'me@example.com',
  surface: 'web',
  requested_for: 'Заявление от 20 ноября',
  collection_id: exampleCollection,
  collection_name: 'Доставка и возвраты',
  tickets: [{ ticket_id: '4812', revisions: 2 }],
  unknown: 0,
  erased_before: 0,
  remaining: 0,
  elsewhere: [{ collection_id: upload, collection_name: 'Архив', ticket_ids: ['4812'], tickets: 1 }],
  steps: [
    stepOf('hidden', {
      ...{ tickets: 1, searches: 2, listed: 0, rows: 0 },
      ...{ collections: 1, elsewhere: 2, unsearched: 0 },
    }),
    stepOf('event_log', { streams: 1, events: 2, left: 0 }),
    stepOf('read_models', { tickets: 1, files: 5, bytes: 4_841_472, events: 2, pieces: 6, left: 0 }),
    stepOf('index', { tickets: 1, rows: 0, on_disk: 0 }),
    stepOf('uploads', { outcomes: 1, kept: 1 }),
    { step: 'backups', state: 'outside', at: null, found: {}, reason: null },
  ],
};
const unsigned = { format: 'precedent-erasure-receipt/2', ...erasure };
const sha256 = hash('sha256', canonicalJson(unsigned));
/** Only the service has the key of a signature: this one is of nothing. */
const receipt = { ...unsigned, sha256, signature: hash('sha256', 'signature') };

const accountErasure = {
  id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
  state: 'proven',
  user_id: '9b2d7f30-52c1-4f7e-8f0a-6c1f0e9d7a44',
  requested_at: '2026-11-20T10:00:00.000Z',
  proven_at: '2026-11-20T10:00:14.000Z',
  shown_until: '2027-02-18T10:00:00.000Z',
  collections: 2,
  tickets: 1240,
  steps: [
    stepOf('closed', { accounts: 0, keys: 0, collections: 0, uploads: 0 }),
    stepOf('event_log', { events: 48_210, left: 0, held: 0 }),
    stepOf('read_models', { rows: 0, on_disk: 0 }),
    stepOf('files', { files: 7, bytes: 9_216_000, events: 3, pieces: 12, left: 0 }),
    { step: 'backups', state: 'outside', at: null, found: {}, reason: null },
  ],
};
const unsignedOfAccount = { format: 'precedent-account-erasure-receipt/1', ...accountErasure };
const accountReceipt = {
  ...unsignedOfAccount,
  sha256: hash('sha256', canonicalJson(unsignedOfAccount)),
  signature: hash('sha256', 'signature'),
};

const gap = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  kind: 'nothing-there',
  state: 'open',
  count: 23,
  growth: 9,
  weeks: [0, 0, 1, 0, 2, 1, 2, 3, 2, 3, 4, 5],
  wordings: [
    { answer_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', question: 'Как вернуть деньги за подписку' },
    { answer_id: '5b8a3c1e-90f2-4a67-8d1b-3e4f5a6b7c8d', question: 'Отменил подписку, когда придут деньги?' },
  ],
  nearest: { ticket_id: '4812', score: 0.31 },
  based_on: { answers: 0, tickets: [] },
  first_day: '2026-09-14',
  last_day: '2026-11-20',
  closed: null,
};

export const requestExamples = {
  Registration: { email: 'me@example.com', password: 'a long password', plan: 'free' },
  Login: { email: 'me@example.com', password: 'a long password' },
  AccountDeletion: { password: 'a long password' },
  NewPassword: { current: 'a long password', new: 'another long password' },
  NewKey: {
    name: 'Виджет на сайте',
    scopes: ['search'],
    collections: [exampleCollection],
    expires_at: '2027-05-20T00:00:00Z',
  },
  KeyName: { name: 'Виджет в приложении' },
  NewCollection: { name: 'Доставка и возвраты' },
  NewSyncCursor: { cursor: 'MTc5NTk1MTAwMC4wfHw0ODEy' },
  CollectionSettings: { ticket_url: 'https://desk.example.com/tickets/{ticket_id}' },
  Tickets: {
    tickets: [
      {
        ticket_id: 4812,
        category: 'Оплата',
        description: 'Не проходит оплата картой',
        messages: [{ role: 'operator', text: solution }],
      },
    ],
  },
  TicketCorrection: { category: 'Оплата' },
  SomeTickets: { ticket_ids: [4812] },
  SolutionDraft: { problem: 'Не проходит оплата картой', solution },
  NewErasure: { ticket_ids: [4812], requested_for: 'Заявление от 20 ноября' },
  SentReceipt: receipt,
  Search: { collection_id: exampleCollection, query: 'Деньги за один заказ сняли два раза' },
  Verdict: { helped: true, ticket_id: '4812' },
  Question: { collection_id: exampleCollection, query: 'Деньги за один заказ сняли два раза' },
  McpMessage: {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'search_tickets', arguments: { collection_id: exampleCollection, query: 'Не проходит оплата' } },
  },
};

const undone = { withdrawn: 118, corrected: 2, taken_back: 30, left: 1, gone: 1, kept: 0 };
const undoTimes = { started_at: '2026-11-20T09:15:00.000Z', finished_at: '2026-11-20T09:15:04.000Z' };

const { id, number, state, requested_at, collection_id, collection_name } = erasure;
const listedErasure = { id, number, state, requested_at, tickets: 1, first_ticket_id: '4812' };

const changedTicket = {
  ticket_id: '4812',
  category: 'Оплата',
  problem: 'Не проходит оплата картой',
  solution,
  state: 'active',
  revision: 2,
  stored_at: '2026-11-19T08:00:00.000Z',
  changed_at: '2026-11-20T08:30:00.000Z',
  flagged_at: null,
  upload_id: upload,
  corrected_by: 'person',
  full_text: `Категория: Оплата\nПроблема: Не проходит оплата картой\nРешение: ${solution}`,
};
const entry = { surface: 'web', upload_id: null, file_name: null, undo: false };
const history = [
  { ...entry, change: 'corrected', at: changedTicket.changed_at, revision: 2, changed: ['category'] },
  {
    ...entry,
    ...{ change: 'stored', at: changedTicket.stored_at, surface: 'api', revision: 1, changed: [] },
    ...{ upload_id: upload, file_name: 'tickets.csv' },
  },
];

export const responseExamples = {
  UploadResult: { processed: 150, skipped: 12, collection_ticket_count: 4_310 },
  UploadUndo: {
    state: 'finished',
    total: 150,
    done: 150,
    ...undone,
    hidden: 118,
    active: 0,
    restorable: true,
    by_hand: 0,
    ...undoTimes,
  },
  RestoredTickets: { restored: 117, left: 1, next: null },
  TicketsChanged: { changed: 1, unchanged: 0, not_found: [] },
  StoredTicket: { ...changedTicket, history },
  ChangedTicket: changedTicket,
  TicketHistory: { history, next: null },
  TicketRevision: {
    ...{ ticket_id: '4812', revision: 1, category: 'Прочее', problem: changedTicket.problem, solution },
    ...{ at: changedTicket.stored_at, surface: 'api', upload_id: upload },
  },
  Erasure: erasure,
  Erasures: { erasures: [listedErasure], next: null },
  AllErasures: {
    erasures: [{ ...listedErasure, collection_id, collection_name, collection_deleted: true }],
    next: null,
  },
  Gaps: { gaps: [gap], ungrouped: 4, next: null },
  TrialResult: { tried: 23, answered: 21 },
  ErasureReceipt: receipt,
  AccountErasure: accountErasure,
  RequestedAccountErasure: { ...accountErasure, token: 'q3Vt0mS6yT2hVxk1nW9dF4bLcZ8uJ7rPaE5gQoXiHsM' },
  AccountErasureReceipt: accountReceipt,
  ReceiptCheck: { whole: true, signed: true },
};
