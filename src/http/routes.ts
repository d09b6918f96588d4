import type { RequestHandler } from 'express';
import type { Credential, Handler } from './authentication.ts';

type Method = 'get' | 'post' | 'patch' | 'delete';

export type Route = readonly [Method, string, Credential, ...RequestHandler[]];

type Steps = { readonly jsonBody: RequestHandler; readonly inPath: RequestHandler; readonly inQuery: RequestHandler };

type Handlers = Readonly<
  Record<
    | 'health'
    | 'ready'
    | 'openApi'
    | 'docs'
    | 'docsStyle'
    | 'register'
    | 'logIn'
    | 'me'
    | 'rotateApiKey'
    | 'createCollection'
    | 'listCollections'
    | 'showCollection'
    | 'deleteCollection'
    | 'uploadJson'
    | 'uploadFile'
    | 'search',
    Handler
  >
>;

/** The endpoint table of the contract, and what the service adds beside it: method, path, credential, then steps in the order of the checks. */
export const routes = (on: Handlers, { jsonBody, inPath, inQuery }: Steps): readonly Route[] => [
  ['get', '/api/health', 'none', on.health],
  ['get', '/api/ready', 'none', on.ready],
  ['get', '/api/openapi.json', 'none', on.openApi],
  ['get', '/api/docs', 'none', on.docs],
  ['get', '/api/docs/style.css', 'none', on.docsStyle],

  ['post', '/api/register', 'none', jsonBody, on.register],
  ['post', '/api/login', 'none', jsonBody, on.logIn],
  ['get', '/api/me', 'token', on.me],
  ['post', '/api/collections', 'token', jsonBody, on.createCollection],
  ['get', '/api/collections', 'token', on.listCollections],
  ['get', '/api/collections/:collection_id', 'token', inPath, on.showCollection],
  ['delete', '/api/collections/:collection_id', 'token', inPath, on.deleteCollection],
  ['post', '/api/collections/:collection_id/tickets', 'token', inPath, on.uploadJson],
  ['post', '/api/collections/:collection_id/tickets/upload', 'token', inPath, on.uploadFile],
  ['post', '/api/search', 'token', jsonBody, on.search],

  ['get', '/api/v1/me', 'key', on.me],
  ['patch', '/api/v1/me/api-key', 'key', on.rotateApiKey],
  ['get', '/api/v1/collections', 'key', on.listCollections],
  ['post', '/api/v1/tickets', 'key', inQuery, on.uploadJson],
  ['post', '/api/v1/search', 'key', jsonBody, on.search],
];
