import type { RequestHandler } from 'express';
import type { accountHandlers } from './accounts.ts';
import type { allErasureHandlers } from './all-erasures.ts';
import type { answerHandlers } from './answers.ts';
import type { Route } from './app.ts';
import type { Credential } from './authentication.ts';
import type { collectionTicketHandlers } from './collection-tickets.ts';
import type { collectionHandlers } from './collections.ts';
import type { erasureHandlers } from './erasures.ts';
import type { gapHandlers } from './gaps.ts';
import type { exportHandlers } from './export.ts';
import type { questionHandlers } from './questions.ts';
import type { previewProgressHandlers } from './preview-progress.ts';
import type { previewHandlers } from './preview.ts';
import type { searchHandlers } from './search.ts';
import type { serviceHandlers } from './service.ts';
import type { ticketHandlers } from './tickets.ts';
import type { uploadProgressHandlers } from './upload-progress.ts';
import type { uploadHandlers } from './uploads.ts';

type Checks = Readonly<
  Record<
    'jsonBody' | 'receiptBody' | 'inPath' | 'inQuery' | 'upload' | 'answer' | 'revision' | 'onDuplicate',
    RequestHandler
  >
>;

type Handlers = ReturnType<typeof serviceHandlers> &
  ReturnType<typeof accountHandlers> &
  ReturnType<typeof collectionHandlers> &
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
  ReturnType<typeof questionHandlers>;

/** Every endpoint: method, path, credential, then its checks in their order and its handler. */
export const routes = (on: Handlers, checks: Checks): readonly Route[] => {
  const { jsonBody, inPath, inQuery, onDuplicate } = checks;
  return [
    ['get', '/api/health', 'none', on.health],
    ['get', '/api/ready', 'none', on.ready],
    ['get', '/api/openapi.json', 'none', on.openApi],
    ['get', '/api/docs', 'none', on.docs],
    ['get', '/api/docs/style.css', 'none', on.docsStyle],

    ['post', '/api/register', 'none', jsonBody, on.register],
    ['post', '/api/login', 'none', jsonBody, on.logIn],
    ['get', '/api/me', 'token', on.me],
    ['get', '/api/me/usage', 'token', on.usage],
    ['post', '/api/collections', 'token', jsonBody, on.createCollection],
    ['get', '/api/collections', 'token', on.listCollections],
    ['get', '/api/collections/:collection_id', 'token', inPath, on.showCollection],
    ['delete', '/api/collections/:collection_id', 'token', inPath, on.deleteCollection],
    ['post', '/api/collections/:collection_id/tickets', 'token', onDuplicate, inPath, on.uploadJson],
    ['post', '/api/collections/:collection_id/tickets/upload', 'token', onDuplicate, inPath, on.uploadFile],
    ['post', '/api/collections/:collection_id/tickets/preview', 'token', onDuplicate, inPath, on.previewTickets],
    ...tickets('/api/collections/:collection_id', 'token', { on, ...checks }),
    ...uploads('/api/collections/:collection_id', 'token', { on, ...checks }),
    ...receipts('/api', 'token', { on, ...checks }),
    ['post', '/api/search', 'token', jsonBody, on.search],
    ['post', '/api/answers', 'token', jsonBody, on.answer],
    ...answers('/api/answers', 'token', { on, ...checks }),

    ['get', '/api/v1/me', 'key', on.me],
    ['get', '/api/v1/me/usage', 'key', on.usage],
    ['patch', '/api/v1/me/api-key', 'key', on.rotateApiKey],
    ['get', '/api/v1/collections', 'key', on.listCollections],
    ['post', '/api/v1/tickets', 'key', onDuplicate, inQuery, on.uploadJson],
    ['post', '/api/v1/tickets/preview', 'key', onDuplicate, inQuery, on.previewTickets],
    ...tickets('/api/v1/collections/:collection_id', 'key', { on, ...checks }),
    ...uploads('/api/v1/collections/:collection_id', 'key', { on, ...checks }),
    ...receipts('/api/v1', 'key', { on, ...checks }),
    ['post', '/api/v1/search', 'key', jsonBody, on.search],
    ['post', '/api/v1/answers', 'key', jsonBody, on.answer],
    ...answers('/api/v1/answers', 'key', { on, ...checks }),
  ];
};

/** The settings, stored tickets, questions and gaps of a collection, the same on both surfaces. */
const tickets = (
  path: string,
  credential: Credential,
  { on, inPath, jsonBody, revision }: Pick<Checks, 'inPath' | 'jsonBody' | 'revision'> & { readonly on: Handlers },
): readonly Route[] => [
  ['patch', path, credential, inPath, jsonBody, on.configureCollection],
  ['get', `${path}/settings`, credential, inPath, on.showSettings],
  ['get', `${path}/categories`, credential, inPath, on.countTickets],
  ['get', `${path}/export.jsonl`, credential, inPath, on.exportTickets],
  ['get', `${path}/tickets`, credential, inPath, on.listTickets],
  ['get', `${path}/tickets/:ticket_id`, credential, inPath, on.showTicket],
  ['get', `${path}/tickets/:ticket_id/history`, credential, inPath, on.showHistory],
  ['get', `${path}/tickets/:ticket_id/history/:revision`, credential, inPath, on.showRevision],
  ['put', `${path}/tickets/:ticket_id`, credential, inPath, revision, jsonBody, on.correctTicket],
  ['post', `${path}/tickets/:ticket_id/preview`, credential, inPath, jsonBody, on.previewCorrection],
  ['delete', `${path}/tickets/:ticket_id`, credential, inPath, on.withdrawTicket],
  ['post', `${path}/tickets/:ticket_id/restore`, credential, inPath, on.restoreTicket],
  ['put', `${path}/tickets/:ticket_id/flag`, credential, inPath, on.flagTicket],
  ['delete', `${path}/tickets/:ticket_id/flag`, credential, inPath, on.confirmTicket],
  ['post', `${path}/withdrawals`, credential, inPath, jsonBody, on.withdrawTickets],
  ['post', `${path}/restorations`, credential, inPath, jsonBody, on.restoreTickets],
  ['post', `${path}/erasures`, credential, inPath, jsonBody, on.eraseTickets],
  ['get', `${path}/erasures`, credential, inPath, on.listErasures],
  ['get', `${path}/erasures/:erasure_id`, credential, inPath, on.showErasure],
  ['get', `${path}/erasures/:erasure_id/receipt`, credential, inPath, on.erasureReceipt],
  ['get', `${path}/tickets/:ticket_id/answers`, credential, inPath, on.listQuoting],
  ['get', `${path}/questions`, credential, inPath, on.listQuestions],
  ['get', `${path}/questions/figures`, credential, inPath, on.showFigures],
  ['get', `${path}/questions/egress.csv`, credential, inPath, on.downloadEgress],
  ['get', `${path}/golden.jsonl`, credential, inPath, on.downloadGolden],
  ['get', `${path}/gaps`, credential, inPath, on.listGaps],
  ['get', `${path}/gaps/:gap_id/questions`, credential, inPath, on.listQuestionsOfGap],
  ['post', `${path}/gaps/:gap_id/dismiss`, credential, inPath, on.dismissGap],
  ['post', `${path}/gaps/:gap_id/restore`, credential, inPath, on.restoreGap],
  ['post', `${path}/gaps/:gap_id/try`, credential, inPath, jsonBody, on.trySolution],
];

/** Recorded answers and their verdicts, the same on both surfaces. */
const answers = (
  path: string,
  credential: Credential,
  { on, jsonBody, answer }: Pick<Checks, 'jsonBody' | 'answer'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${path}/:answer_id`, credential, answer, on.showAnswer],
  ['put', `${path}/:answer_id/verdict`, credential, answer, jsonBody, on.judgeAnswer],
  ['delete', `${path}/:answer_id/verdict`, credential, answer, on.takeVerdictBack],
];

/** The erasures of all collections and their receipts, the same on both surfaces. */
const receipts = (
  surface: string,
  credential: Credential,
  { on, receiptBody }: Pick<Checks, 'receiptBody'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${surface}/erasures`, credential, on.listAllErasures],
  ['get', `${surface}/erasures/:erasure_id`, credential, on.showAnyErasure],
  ['get', `${surface}/erasures/:erasure_id/receipt`, credential, on.anyErasureReceipt],
  ['post', `${surface}/receipts/check`, credential, receiptBody, on.checkReceipt],
];

/** The uploads and previews of a collection, the same on both surfaces. */
const uploads = (
  collection: string,
  credential: Credential,
  { on, inPath, upload }: Pick<Checks, 'inPath' | 'upload'> & { readonly on: Handlers },
): readonly Route[] => [
  ['get', `${collection}/uploads`, credential, inPath, on.listUploads],
  ['get', `${collection}/uploads/:upload_id`, credential, inPath, upload, on.showUpload],
  ['get', `${collection}/uploads/:upload_id/tickets`, credential, inPath, upload, on.ticketsOfUpload],
  ['get', `${collection}/uploads/:upload_id/skipped.csv`, credential, inPath, upload, on.skippedOfUpload],
  ['post', `${collection}/uploads/:upload_id/stop`, credential, inPath, upload, on.stopUpload],
  ['get', `${collection}/uploads/:upload_id/undo`, credential, inPath, upload, on.showUndo],
  ['post', `${collection}/uploads/:upload_id/undo`, credential, inPath, upload, on.undoUpload],
  ['post', `${collection}/uploads/:upload_id/restorations`, credential, inPath, upload, on.restoreUndone],
  // Without the check `upload`: a client may subscribe before the upload or preview begins.
  ['get', `${collection}/uploads/:upload_id/progress`, credential, inPath, on.uploadProgress],
  ['get', `${collection}/previews/:preview_id/progress`, credential, inPath, on.previewProgress],
  ['delete', `${collection}/previews/:preview_id`, credential, inPath, on.deletePreview],
];
