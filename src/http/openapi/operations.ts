import { collectionInQuery, header } from './parameters.ts';
import type { Operation } from './operation.ts';
import { previewOperations } from './preview-operations.ts';
import { uploadOperations } from './upload-operations.ts';

const uploadId = header(
  'Upload-Id',
  'Chosen by the client: a repeat with the same id answers what was answered, or goes on where the first was interrupted, and stores nothing twice',
);

const upload = {
  tag: 'Tickets',
  parameters: [uploadId],
  answers: { 200: 'UploadResult' },
  refusals: [400, 401, 404, 409, 413],
  located: true,
  description:
    'Everything is checked before anything is stored: one ticket that cannot be read refuses the upload and names its place. Each ticket is cleaned of personal data. Skipped are: an id that the collection has; no support message above 100 characters; a last support message that is a short question or stock phrases; no problem text. Sending the same upload again is safe and stores exactly what is missing.',
} as const;

const search = {
  tag: 'Search',
  body: 'Search',
  answers: { 200: 'SearchResult' },
  refusals: [400, 401, 404, 413],
  description:
    'The 20 nearest tickets of the collection are looked at, the 5 best are answered, best first. A failure of the answer model never fails a search.',
} as const;

/** Every endpoint, under its method and path as `routes.ts` names them; a test compares the two. */
export const operations: Readonly<Record<string, Operation>> = {
  'get /api/health': {
    id: 'health',
    tag: 'Service',
    summary: 'Whether the service lives',
    credential: 'none',
    answers: { 200: 'Health' },
    refusals: [],
  },
  'get /api/ready': {
    id: 'ready',
    tag: 'Service',
    summary: 'Whether every store can be used',
    credential: 'none',
    answers: { 200: 'Readiness', 503: 'Readiness' },
    refusals: [],
  },
  'get /api/openapi.json': {
    id: 'openApi',
    tag: 'Service',
    summary: 'This document',
    credential: 'none',
    answers: { 200: 'Document' },
    refusals: [],
  },
  'get /api/docs': {
    id: 'docs',
    tag: 'Service',
    summary: 'This document as a page',
    credential: 'none',
    answers: { 200: 'Page' },
    refusals: [],
  },
  'get /api/docs/style.css': {
    id: 'docsStyle',
    tag: 'Service',
    summary: 'The page’s style sheet',
    credential: 'none',
    answers: { 200: 'Page' },
    refusals: [],
  },

  'post /api/register': {
    id: 'register',
    tag: 'Accounts',
    summary: 'Create a user',
    credential: 'none',
    body: 'Registration',
    answers: { 201: 'Token' },
    refusals: [400, 413],
  },
  'post /api/login': {
    id: 'logIn',
    tag: 'Accounts',
    summary: 'Get a bearer token',
    credential: 'none',
    body: 'Login',
    answers: { 200: 'Token' },
    refusals: [400, 401, 413],
  },
  'get /api/me': {
    id: 'me',
    tag: 'Accounts',
    summary: 'The caller’s profile',
    credential: 'token',
    answers: { 200: 'User' },
    refusals: [401],
  },
  'get /api/v1/me': {
    id: 'meByKey',
    tag: 'Accounts',
    summary: 'The caller’s profile',
    credential: 'key',
    answers: { 200: 'User' },
    refusals: [401],
  },
  'patch /api/v1/me/api-key': {
    id: 'rotateApiKey',
    tag: 'Accounts',
    summary: 'Replace the API key',
    credential: 'key',
    answers: { 200: 'ApiKey' },
    refusals: [401],
  },

  'post /api/collections': {
    id: 'createCollection',
    tag: 'Collections',
    summary: 'Create a collection',
    credential: 'token',
    body: 'NewCollection',
    parameters: [header('Idempotency-Key', 'A repeat with the same key answers with the same collection')],
    answers: { 201: 'Collection' },
    refusals: [400, 401, 404, 413],
  },
  'get /api/collections': {
    id: 'listCollections',
    tag: 'Collections',
    summary: 'The caller’s collections, oldest first',
    credential: 'token',
    answers: { 200: ['Collection'] },
    refusals: [401],
  },
  'get /api/v1/collections': {
    id: 'listCollectionsByKey',
    tag: 'Collections',
    summary: 'The caller’s collections, oldest first',
    credential: 'key',
    answers: { 200: ['Collection'] },
    refusals: [401],
  },
  'get /api/collections/:collection_id': {
    id: 'showCollection',
    tag: 'Collections',
    summary: 'One collection',
    credential: 'token',
    answers: { 200: 'Collection' },
    refusals: [401, 404],
  },
  'delete /api/collections/:collection_id': {
    id: 'deleteCollection',
    tag: 'Collections',
    summary: 'Delete a collection with its tickets',
    description:
      'Answers with the collection as it was. From that moment none of its tickets can be found; they are erased in the background.',
    credential: 'token',
    answers: { 200: 'Collection' },
    refusals: [401, 404],
  },

  'post /api/collections/:collection_id/tickets': {
    ...upload,
    id: 'uploadTickets',
    summary: 'Upload tickets as JSON',
    credential: 'token',
    body: 'Tickets',
  },
  'post /api/collections/:collection_id/tickets/upload': {
    ...upload,
    id: 'uploadFile',
    summary: 'Upload tickets as a file (JSON array, CSV or XLSX)',
    credential: 'token',
    body: 'file',
  },
  'post /api/v1/tickets': {
    ...upload,
    id: 'uploadTicketsByKey',
    summary: 'Upload tickets as JSON',
    credential: 'key',
    body: 'Tickets',
    parameters: [collectionInQuery, uploadId],
  },
  ...previewOperations,
  ...uploadOperations('/api/collections/:collection_id/uploads', 'token'),
  ...uploadOperations('/api/v1/collections/:collection_id/uploads', 'key'),
  'post /api/search': { ...search, id: 'search', summary: 'Find similar tickets and an answer', credential: 'token' },
  'post /api/v1/search': {
    ...search,
    id: 'searchByKey',
    summary: 'Find similar tickets and an answer',
    credential: 'key',
  },
};
