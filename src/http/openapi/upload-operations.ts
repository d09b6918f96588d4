import { csvQuery } from '../schemas/csv-query.ts';
import { restorationsQuery, undoQuery, ticketsOfUploadQuery, uploadsQuery } from '../schemas/requests.ts';
import { atPath, type Operation, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';

/** Below a collection. */
const rows: Readonly<Record<string, Omit<Operation, 'tag' | 'credential'>>> = {
  'get /uploads': {
    id: 'listUploads',
    summary: 'The collection’s uploads, newest first',
    parameters: queryParameters(uploadsQuery),
    answers: { 200: 'Uploads' },
    refusals: [400, 401, 404],
  },
  'get /uploads/:upload_id': {
    id: 'showUpload',
    summary: 'One upload: its state and the outcomes of its tickets',
    answers: { 200: 'Upload' },
    refusals: [401, 404],
  },
  'get /uploads/:upload_id/tickets': {
    id: 'ticketsOfUpload',
    summary: 'The upload’s tickets with the outcome of each',
    parameters: queryParameters(ticketsOfUploadQuery),
    answers: { 200: 'TicketsOfUpload' },
    refusals: [400, 401, 404],
  },
  'get /uploads/:upload_id/skipped.csv': {
    id: 'skippedOfUpload',
    summary: 'The skipped tickets as CSV, each with a sentence that says how to repair it',
    description: 'Columns ticket_id, row, rule, sentence; the sentence in Russian, or English by Accept-Language.',
    parameters: queryParameters(csvQuery),
    answers: { 200: 'Csv' },
    refusals: [400, 401, 404],
  },
  'get /uploads/:upload_id/progress': {
    id: 'uploadProgress',
    summary: 'The upload’s progress as server-sent events',
    description:
      'Events named progress about twice a second while something changes, undo while an undo of the upload runs, and one named outcome at the end, whose data is the upload. Can be opened before the upload begins if the client chose its id, by several clients, and again after a lost connection with Last-Event-ID; at most 5 open for each user.',
    answers: { 200: 'UploadEvents' },
    refusals: [401, 404],
  },
  'post /uploads/:upload_id/stop': {
    id: 'stopUpload',
    summary: 'Stop a running upload',
    description:
      'Answers when the tickets in work are stored, with the upload. Sent again with its Upload-Id, it stores the rest. An upload that does not run stays as it is.',
    answers: { 200: 'Upload' },
    refusals: [401, 404],
  },
  'get /uploads/:upload_id/undo': {
    id: 'showUndo',
    summary: 'What the undo of an upload would do, does or has done',
    description:
      'Before the undo has begun the figures are those of now. They take longer the more tickets the upload has updated, since each is compared with what became of it.',
    answers: { 200: 'UploadUndo' },
    refusals: [401, 404],
  },
  'post /uploads/:upload_id/undo': {
    id: 'undoUpload',
    summary: 'Undo an upload',
    description:
      'In the background: tickets that the upload stored are hidden and count as absent for the next upload (they can be restored), those that it updated get their text before it back unless they were changed after it. With by_hand=keep, what it stored and a person has corrected or flagged since is not hidden. A second request joins the first; the progress is in the event stream of the upload, the state in its record. Refused with 409 while the upload runs.',
    parameters: queryParameters(undoQuery),
    answers: { 200: 'UploadUndo', 202: 'UploadUndo' },
    refusals: [400, 401, 404, 409],
  },
  'post /uploads/:upload_id/restorations': {
    id: 'restoreUndone',
    summary: 'Restore what the undo of an upload has hidden',
    description:
      'At most 1 000 tickets of the upload; ask again with after=next until next is null. What a person has hidden, or another upload has stored again, stays as it is. Refused with 409 unless the undo is over.',
    parameters: queryParameters(restorationsQuery),
    answers: { 200: 'RestoredTickets' },
    refusals: [400, 401, 403, 404, 409, 507],
  },
  'get /previews/:preview_id/progress': {
    id: 'previewProgress',
    summary: 'A preview’s progress as server-sent events',
    description:
      'Events named progress a few times a second while something changes, and one named preview with what was found in the first tickets. Can be opened before the preview begins if the client chose its id, and ends with it; opened after it has ended, it waits two seconds for the next; counts as an open progress stream of the user.',
    answers: { 200: 'PreviewEvents' },
    refusals: [401, 404],
  },
  'delete /previews/:preview_id': {
    id: 'deletePreview',
    summary: 'Delete the file that is kept for a preview',
    description: 'A request that reads the file goes on; the file is deleted when that has ended.',
    answers: { 204: 'Nothing' },
    refusals: [401, 404],
  },
};

/** The uploads and previews of a collection, the same on both surfaces. */
export const uploadOperations: Operations = Object.fromEntries(
  Object.entries(rows).flatMap(([endpoint, row]) => {
    const [method = '', suffix = ''] = endpoint.split(' ');
    return Object.entries(atPath(method, `/collections/:collection_id${suffix}`, { ...row, tag: 'Tickets' }));
  }),
);
