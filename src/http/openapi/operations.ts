import { collectionQuery, duplicatesQuery } from '../schemas/requests.ts';
import { accountErasureOperations } from './account-erasure-operations.ts';
import { gapOperations } from './gap-operations.ts';
import { keyOperations } from './key-operations.ts';
import { atPath, onBothSurfaces, type Operations, preference, uuidHeader } from './operation.ts';
import { queryParameters } from './request-schema.ts';
import { mcpOperations } from './mcp-operations.ts';
import { questionOperations } from './question-operations.ts';
import { searchOperations } from './search-operations.ts';
import { erasureOperations } from './erasure-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { storedTicketOperations } from './stored-ticket-operations.ts';
import { uploadOperations } from './upload-operations.ts';

const health = { tag: 'Service', credential: 'none', refusals: [] } as const;

const serviceOperations: Operations = {
  'get /api/health': {
    ...health,
    id: 'health',
    summary: 'Liveness',
    answers: { 200: 'Health' },
    headers: { 'Service-Version': { description: 'The version of the service', schema: { type: 'string' } } },
  },
  'get /api/ready': {
    ...health,
    id: 'ready',
    summary: 'Readiness: whether every store can be used and the service does not stop',
    description:
      'With the operator’s token (`OPS_TOKEN`) as its bearer also the state of each store, and the model in use; anybody else gets the status alone.',
    alsoTakes: 'operator',
    answers: { 200: 'Readiness', 503: 'Readiness' },
  },
  'get /api/openapi.json': { ...health, id: 'openApi', summary: 'This document', answers: { 200: 'Document' } },
  'get /api/docs': { ...health, id: 'docs', summary: 'This document as a page', answers: { 200: 'Page' } },
  'get /api/docs/style.css': {
    ...health,
    id: 'docsStyle',
    summary: 'The page’s style sheet',
    answers: { 200: 'Page' },
  },
};

const accountOperations: Operations = {
  'post /api/register': {
    id: 'register',
    tag: 'Accounts',
    summary: 'Create a user',
    credential: 'none',
    body: ['Registration'],
    answers: { 201: 'Token' },
    refusals: [400, 409, 413],
  },
  'post /api/login': {
    id: 'logIn',
    tag: 'Accounts',
    summary: 'Get a bearer token',
    credential: 'none',
    body: ['Login'],
    answers: { 200: 'Token' },
    refusals: [400, 401, 413],
  },
  ...atPath('get', '/me', {
    id: 'me',
    tag: 'Accounts',
    summary: 'The caller’s profile',
    answers: { 200: 'User' },
    refusals: [401],
  }),
  ...atPath('get', '/me/usage', {
    id: 'usage',
    tag: 'Accounts',
    summary: 'What the caller stores, and may store',
    answers: { 200: 'Usage' },
    refusals: [401],
  }),
  'patch /api/v1/me/api-key': {
    id: 'rotateApiKey',
    tag: 'Accounts',
    summary: 'Replace the API key',
    credential: 'key',
    answers: { 200: 'ApiKey' },
    refusals: [401, 409],
  },
};

const collectionOperations: Operations = {
  'post /api/collections': {
    id: 'createCollection',
    tag: 'Collections',
    summary: 'Create a collection',
    credential: 'token',
    body: ['NewCollection'],
    parameters: [uuidHeader('Idempotency-Key', 'A repeat with the same key answers with the same collection')],
    answers: { 201: 'Collection' },
    refusals: [400, 401, 403, 404, 409, 413, 507],
  },
  ...atPath('get', '/collections', {
    id: 'listCollections',
    tag: 'Collections',
    summary: 'The caller’s collections, oldest first',
    answers: { 200: ['Collection'] },
    refusals: [401],
  }),
  'get /api/collections/:collection_id': {
    id: 'showCollection',
    tag: 'Collections',
    summary: 'One collection',
    credential: 'token',
    answers: { 200: 'Collection' },
    headers: {
      'Ticket-Url': {
        description: 'The address of a ticket in the system it came from, if it is set',
        schema: { type: 'string' },
      },
    },
    refusals: [401, 404],
  },
  'delete /api/collections/:collection_id': {
    id: 'deleteCollection',
    tag: 'Collections',
    summary: 'Delete a collection with its tickets',
    description:
      'Answers with the collection as it was. Its tickets can no longer be found from that moment; they are erased in the background.',
    credential: 'token',
    answers: { 200: 'Collection' },
    refusals: [401, 404, 409],
  },
};

const collectionInQuery = queryParameters(collectionQuery);

const uploadId = uuidHeader(
  'Upload-Id',
  'Chosen by the client. A repeat with the same id returns the first answer or resumes an interrupted upload; nothing is stored twice',
);

const onDuplicate = queryParameters(duplicatesQuery);

const uploadParameters = [
  ...onDuplicate,
  uploadId,
  uuidHeader(
    'Preview-Id',
    'Names a file that was previewed, in place of a body (or with a form that has columns, sheet, header_row and read_as alone); an upload uses it up. A file that is not kept any more is 404 and has to be sent',
  ),
  preference(
    'respond-async',
    'With respond-async the answer is 202 as soon as the upload is recorded, and the upload goes on without the client; it can be stopped',
  ),
];

const upload = {
  tag: 'Tickets',
  parameters: uploadParameters,
  answers: { 200: 'UploadResult', 202: 'Upload' },
  takesPreview: true,
  refusals: [400, 401, 403, 404, 408, 409, 413, 507],
  location: true,
  description:
    'Everything is checked before anything is stored: one ticket that cannot be read refuses the upload, and the detail names its path. Each ticket is cleaned of personal data. Skipped are: an id that the collection already has; no support message above 100 characters; a last support message that is a short question or stock phrases; no problem text. Sending the same upload again is safe and stores exactly what is missing. With `on_duplicate=update`, a stored ticket with another content is corrected instead of skipped; what was withdrawn or erased stays so.',
} as const;

const previewId = uuidHeader(
  'Preview-Id',
  'Without a file in the request: the previewed file, to be read with other columns, or another sheet or header row. With a file: an id chosen by the client, which can follow the progress by it',
);

const preview = {
  id: 'previewTickets',
  tag: 'Tickets',
  summary: 'See what an upload would do',
  body: ['file', 'Tickets'],
  parameters: [...onDuplicate, previewId],
  answers: { 200: 'TicketsPreview' },
  takesPreview: true,
  keepsPreview: true,
  refusals: [400, 401, 404, 413, 507],
  description:
    'Accepts the same bodies as the uploads, by content type, and stores nothing. Reports, in addition to the readable tickets, each ticket that an upload would be refused for. The file is kept for 15 minutes after its last use: one of each tenant, the latest, of those in collections that the credential may use. With `Accept: application/x-ndjson` the answer has every remark instead, as a line of JSON with index, row, and ticket_id and outcome or detail; a file that is sent with it is not kept.',
} as const;

const ticketOperations: Operations = {
  ...onBothSurfaces(
    { token: 'post /api/collections/:collection_id/tickets', key: 'post /api/v1/tickets' },
    { ...upload, id: 'uploadTickets', summary: 'Upload tickets as JSON', body: ['Tickets'] },
    { parameters: [...collectionInQuery, ...uploadParameters] },
  ),
  'post /api/collections/:collection_id/tickets/upload': {
    ...upload,
    id: 'uploadFile',
    summary: 'Upload tickets as a file (JSON array, CSV or XLSX)',
    credential: 'token',
    body: ['file'],
  },
  ...onBothSurfaces(
    { token: 'post /api/collections/:collection_id/tickets/preview', key: 'post /api/v1/tickets/preview' },
    preview,
    { parameters: [...collectionInQuery, ...onDuplicate, previewId] },
  ),
};

/** Every endpoint; a test compares them with `routes.ts`. */
export const operations: Operations = {
  ...serviceOperations,
  ...accountOperations,
  ...sessionOperations,
  ...accountErasureOperations,
  ...keyOperations,
  ...collectionOperations,
  ...ticketOperations,
  ...storedTicketOperations,
  ...erasureOperations,
  ...gapOperations,
  ...uploadOperations,
  ...searchOperations,
  ...questionOperations,
  ...mcpOperations,
};
