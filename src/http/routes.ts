import type { RequestHandler } from 'express';
import type { accountErasureHandlers } from './account-erasures.ts';
import type { accountHandlers } from './accounts.ts';
import type { allErasureHandlers } from './all-erasures.ts';
import type { answerHandlers } from './answers.ts';
import type { Route } from './app.ts';
import type { Access, KeyAccess } from './authentication.ts';
import type { collectionTicketHandlers } from './collection-tickets.ts';
import type { collectionHandlers } from './collections.ts';
import type { erasureHandlers } from './erasures.ts';
import type { gapHandlers } from './gaps.ts';
import type { exportHandlers } from './export.ts';
import type { keyHandlers } from './keys.ts';
import type { mcpHandlers } from './mcp/handlers.ts';
import type { questionHandlers } from './questions.ts';
import type { previewProgressHandlers } from './preview-progress.ts';
import type { previewHandlers } from './preview.ts';
import type { searchHandlers } from './search.ts';
import type { serviceHandlers } from './service.ts';
import type { sessionHandlers } from './sessions.ts';
import type { ticketHandlers } from './tickets.ts';
import type { syncCursorHandlers } from './sync-cursors.ts';
import type { uploadProgressHandlers } from './upload-progress.ts';
import type { uploadHandlers } from './uploads.ts';

type Checks = Readonly<
  Record<
    | 'fieldsBody'
    | 'questionBody'
    | 'ticketsBody'
    | 'messageBody'
    | 'receiptBody'
    | 'inPath'
    | 'inQuery'
    | 'upload'
    | 'answer'
    | 'ownKey'
    | 'revision'
    | 'onDuplicate'
    | 'noPage',
    RequestHandler
  >
>;

type Handlers = ReturnType<typeof serviceHandlers> &
  ReturnType<typeof accountHandlers> &
  ReturnType<typeof sessionHandlers> &
  ReturnType<typeof accountErasureHandlers> &
  ReturnType<typeof keyHandlers> &
  ReturnType<typeof collectionHandlers> &
  ReturnType<typeof syncCursorHandlers> &
  ReturnType<typeof collectionTicketHandlers> &
  ReturnType<typeof exportHandlers> &
  ReturnType<typeof erasureHandlers> &
  ReturnType<typeof allErasureHandlers> &
  ReturnType<typeof gapHandlers> &
  ReturnType<typeof ticketHandlers> &
  ReturnType<typeof previewHandlers> &
  ReturnType<typeof uploadHandlers> &
  ReturnType<typeof uploadProgressHandlers> &
  ReturnType<typeof previewProgressHandlers> &
  ReturnType<typeof searchHandlers> &
  ReturnType<typeof answerHandlers> &
  ReturnType<typeof mcpHandlers> &
  ReturnType<typeof questionHandlers>;

/** What a path below each surface asks for, by what it asks of a key. */
type Asks = (access: KeyAccess) => Access;

const token: Asks = () => 'token';
const key: Asks = (access) => access;

/**
 * Every endpoint: method, path, what it asks of a credential, then its checks in their order and its handler. A collection or an answer is looked for again after a body, which
 * may have taken minutes to come.
 */
export const routes = (on: Handlers, checks: Checks): readonly Route[] => {
  const { fieldsBody, questionBody, inPath, inQuery, onDuplicate } = checks;
  return [
    ['get', '/api/health', 'none', on.health],
    ['get', '/api/ready', 'none', on.ready],
    ['get', '/api/openapi.json', 'none', on.openApi],
    ['get', '/api/docs', 'none', on.docs],
    ['get', '/api/docs/style.css', 'none', on.docsStyle],

    ['post', '/api/register', 'none', fieldsBody, on.register],
    ['post', '/api/login', 'none', fieldsBody, on.logIn],
    ...account({ on, ...checks }),
    ['post', '/api/collections', 'token', fieldsBody, on.createCollection],
    ['get', '/api/collections', 'token', on.listCollections],
    ['get', '/api/collections/:collection_id', 'token', inPath, on.showCollection],
    ['delete', '/api/collections/:collection_id', 'token', inPath, on.deleteCollection],
    ['post', '/api/collections/:collection_id/tickets', 'token', onDuplicate, inPath, on.uploadJson],
    ['post', '/api/collections/:collection_id/tickets/upload', 'token', onDuplicate, inPath, on.uploadFile],
    ['post', '/api/collections/:collection_id/tickets/preview', 'token', onDuplicate, inPath, on.previewTickets],
    ...tickets('/api/collections/:collection_id', token, { on, ...checks }),
    ...uploads('/api/collections/:collection_id', token, { on, ...checks }),
    ...receipts('/api', token, { on, ...checks }),
    ['post', '/api/search', 'token', questionBody, on.search],
    ['post', '/api/answers', 'token', questionBody, on.answer],
    ...answers('/api/answers', token, { on, ...checks }),

    ['get', '/api/v1/me', 'account key', on.me],
    ['get', '/api/v1/me/usage', 'account key', on.usage],
    ['patch', '/api/v1/me/api-key', 'account key', on.rotateApiKey],
    ['get', '/api/v1/keys/self', 'any key', on.showKey],
    ['get', '/api/v1/collections', 'any key', on.listCollections],
    ['post', '/api/v1/tickets', 'upload', onDuplicate, inQuery, on.uploadJson],
    ['post', '/api/v1/tickets/preview', 'upload', onDuplicate, inQuery, on.previewTickets],
    ...tickets('/api/v1/collections/:collection_id', key, { on, ...checks }),
    ...uploads('/api/v1/collections/:collection_id', key, { on, ...checks }),
    ...receipts('/api/v1', key, { on, ...checks }),
    ['post', '/api/v1/search', 'search', questionBody, on.search],
    ['post', '/api/v1/answers', 'search', questionBody, on.answer],
    ...answers('/api/v1/answers', key, { on, ...checks }),
    ...assistants('/api/v1/mcp', { on, ...checks }),
  ];
};

/** The account and its keys, for the web interface. */
const account = ({
  on,
  ownKey,
  fieldsBody,
}: Pick<Checks, 'ownKey' | 'fieldsBody'> & { readonly on: Handlers }): readonly Route[] => [
  ['get', '/api/me', 'token', on.me],
  ['delete', '/api/me', 'token', fieldsBody, on.deleteAccount],
  // Nobody can sign in for them: they ask for the token of the erasure.
  ['get', '/api/account-erasures/:erasure_id', 'none', on.showAccountErasure],
  ['get', '/api/account-erasures/:erasure_id/receipt', 'none', on.accountErasureReceipt],
  ['get', '/api/me/usage', 'token', on.usage],
  ['put', '/api/me/password', 'token', fieldsBody, on.changePassword],
  ['post', '/api/me/sign-out-everywhere', 'token', on.signOutEverywhere],
  ['get', '/api/keys', 'token', on.listKeys],
  ['post', '/api/keys', 'token', fieldsBody, on.createKey],
  ['patch', '/api/keys/:key_id', 'token', ownKey, fieldsBody, on.renameKey],
  ['delete', '/api/keys/:key_id', 'token', ownKey, on.revokeKey],
];

/** The settings, stored tickets, questions and gaps of a collection, the same on both surfaces. */
const tickets = (
  path: string,
  asks: Asks,
  {
    on,
    inPath,
    fieldsBody,
    ticketsBody,
    revision,
  }: Pick<Checks, 'inPath' | 'fieldsBody' | 'ticketsBody' | 'revision'> & { readonly on: Handlers },
): readonly Route[] => [
  ['patch', path, asks('manage'), inPath, fieldsBody, inPath, on.configureCollection],
  ['get', `${path}/settings`, asks('read'), inPath, on.showSettings],
  ['get', `${path}/sync-cursors/:source`, asks('upload'), inPath, on.showSyncCursor],
  ['put', `${path}/sync-cursors/:source`, asks('upload'), inPath, fieldsBody, inPath, on.advanceSync],
  ['get', `${path}/categories`, asks('read'), inPath, on.countTickets],
  ['get', `${path}/export.jsonl`, asks('read'), inPath, on.exportTickets],
  ['get', `${path}/tickets`, asks('read'), inPath, on.listTickets],
  ['get', `${path}/tickets/:ticket_id`, asks('read'), inPath, on.showTicket],
  ['get', `${path}/tickets/:ticket_id/history`, asks('read'), inPath, on.showHistory],
  ['get', `${path}/tickets/:ticket_id/history/:revision`, asks('read'), inPath, on.showRevision],
  ['put', `${path}/tickets/:ticket_id`, asks('manage'), inPath, revision, ticketsBody, inPath, on.correctTicket],
  ['post', `${path}/tickets/:ticket_id/preview`, asks('manage'), inPath, ticketsBody, inPath, on.previewCorrection],
  ['delete', `${path}/tickets/:ticket_id`, asks('manage'), inPath, on.withdrawTicket],
  ['post', `${path}/tickets/:ticket_id/restore`, asks('manage'), inPath, on.restoreTicket],
  ['put', `${path}/tickets/:ticket_id/flag`, asks('manage'), inPath, on.flagTicket],
  ['delete', `${path}/tickets/:ticket_id/flag`, asks('manage'), inPath, on.confirmTicket],
  ['post', `${path}/withdrawals`, asks('manage'), inPath, ticketsBody, inPath, on.withdrawTickets],
  ['post', `${path}/restorations`, asks('manage'), inPath, ticketsBody, inPath, on.restoreTickets],
  ['post', `${path}/erasures`, asks('manage'), inPath, ticketsBody, inPath, on.eraseTickets],
  ['get', `${path}/erasures`, asks('read'), inPath, on.listErasures],
  ['get', `${path}/erasures/:erasure_id`, asks('read'), inPath, on.showErasure],
  ['get', `${path}/erasures/:erasure_id/receipt`, asks('read'), inPath, on.erasureReceipt],
  ['get', `${path}/tickets/:ticket_id/answers`, asks('read'), inPath, on.listQuoting],
  ['get', `${path}/questions`, asks('read'), inPath, on.listQuestions],
  ['get', `${path}/questions/figures`, asks('read'), inPath, on.showFigures],
  ['get', `${path}/questions/egress.csv`, asks('read'), inPath, on.downloadEgress],
  ['get', `${path}/golden.jsonl`, asks('read'), inPath, on.downloadGolden],
  ...gaps(path, asks, { on, inPath, ticketsBody }),
];

/** The gaps of a collection, the same on both surfaces. */
const gaps = (
  path: string,
  asks: Asks,
  { on, inPath, ticketsBody }: Pick<Checks, 'inPath' | 'ticketsBody'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${path}/gaps`, asks('read'), inPath, on.listGaps],
  ['get', `${path}/gaps/:gap_id/questions`, asks('read'), inPath, on.listQuestionsOfGap],
  ['post', `${path}/gaps/:gap_id/dismiss`, asks('manage'), inPath, on.dismissGap],
  ['post', `${path}/gaps/:gap_id/restore`, asks('manage'), inPath, on.restoreGap],
  ['post', `${path}/gaps/:gap_id/try`, asks('read'), inPath, ticketsBody, inPath, on.trySolution],
];

/** Recorded answers and their verdicts, the same on both surfaces. */
const answers = (
  path: string,
  asks: Asks,
  { on, fieldsBody, answer }: Pick<Checks, 'fieldsBody' | 'answer'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${path}/:answer_id`, asks('search'), answer, on.showAnswer],
  ['put', `${path}/:answer_id/verdict`, asks('search'), answer, fieldsBody, answer, on.judgeAnswer],
  ['delete', `${path}/:answer_id/verdict`, asks('search'), answer, on.takeVerdictBack],
];

/** The Model Context Protocol. Its clients expect 405 for the methods of sessions, before any credential. */
const assistants = (
  path: string,
  { on, messageBody, noPage }: Pick<Checks, 'messageBody' | 'noPage'> & { readonly on: Handlers },
): readonly Route[] => [
  // Each tool asks for its scope.
  ['post', path, 'any key', noPage, messageBody, on.mcp],
  ['all', path, 'none', on.onlyPost],
];

/** The erasures of all collections and their receipts, the same on both surfaces. */
const receipts = (
  surface: string,
  asks: Asks,
  { on, receiptBody }: Pick<Checks, 'receiptBody'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${surface}/erasures`, asks('read'), on.listAllErasures],
  ['get', `${surface}/erasures/:erasure_id`, asks('read'), on.showAnyErasure],
  ['get', `${surface}/erasures/:erasure_id/receipt`, asks('read'), on.anyErasureReceipt],
  ['post', `${surface}/receipts/check`, asks('any key'), receiptBody, on.checkReceipt],
];

/** The uploads and previews of a collection, the same on both surfaces. */
const uploads = (
  collection: string,
  asks: Asks,
  { on, inPath, upload }: Pick<Checks, 'inPath' | 'upload'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${collection}/uploads`, asks('upload'), inPath, on.listUploads],
  ['get', `${collection}/uploads/:upload_id`, asks('upload'), inPath, upload, on.showUpload],
  ['get', `${collection}/uploads/:upload_id/tickets`, asks('upload'), inPath, upload, on.ticketsOfUpload],
  ['get', `${collection}/uploads/:upload_id/skipped.csv`, asks('upload'), inPath, upload, on.skippedOfUpload],
  ['post', `${collection}/uploads/:upload_id/stop`, asks('upload'), inPath, upload, on.stopUpload],
  ['get', `${collection}/uploads/:upload_id/undo`, asks('upload'), inPath, upload, on.showUndo],
  ['post', `${collection}/uploads/:upload_id/undo`, asks('manage'), inPath, upload, on.undoUpload],
  ['post', `${collection}/uploads/:upload_id/restorations`, asks('manage'), inPath, upload, on.restoreUndone],
  // Without the check `upload`: a client may subscribe before the upload or preview begins.
  ['get', `${collection}/uploads/:upload_id/progress`, asks('upload'), inPath, on.uploadProgress],
  ['get', `${collection}/previews/:preview_id/progress`, asks('upload'), inPath, on.previewProgress],
  ['delete', `${collection}/previews/:preview_id`, asks('upload'), inPath, on.deletePreview],
];
