import type { Operations } from './operation.ts';

const key = { tag: 'Accounts', credential: 'token' } as const;

/** The keys of an account: managed with a bearer token only, so that no key makes another. */
export const keyOperations: Operations = {
  'get /api/keys': {
    ...key,
    id: 'listKeys',
    summary: 'The keys beside the API key of the account',
    answers: { 200: 'Keys' },
    refusals: [401],
  },
  'post /api/keys': {
    ...key,
    id: 'createKey',
    summary: 'Create a key, which is shown once',
    body: ['NewKey'],
    answers: { 201: 'CreatedKey' },
    refusals: [400, 401, 403, 404, 409, 413, 507],
  },
  'patch /api/keys/:key_id': {
    ...key,
    id: 'renameKey',
    summary: 'Rename a key',
    body: ['KeyName'],
    answers: { 200: 'Key' },
    refusals: [400, 401, 403, 404, 409, 413, 507],
  },
  'delete /api/keys/:key_id': {
    ...key,
    id: 'revokeKey',
    summary: 'Revoke a key: from the answer on it is refused everywhere',
    answers: { 204: 'Nothing' },
    refusals: [401, 404, 409],
  },
  'get /api/v1/keys/self': {
    id: 'showKey',
    tag: 'Accounts',
    summary: 'What the key of the request may do, and in which collections',
    credential: 'key',
    answers: { 200: 'OwnKey' },
    refusals: [401],
  },
};
