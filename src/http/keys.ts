import type { RequestHandler, Response } from 'express';
import type { ManageKeys } from '../commands/manage-keys.ts';
import { scopes } from '../domain/access-key.ts';
import { InvalidInput, KeyNotFound } from '../domain/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Collection } from '../ports/collections.ts';
import type { FindKey, FindKeys, ListedKey } from '../queries/find-keys.ts';
import { accountOf, callerOf, type Handler, keyOf } from './authentication.ts';
import { collectionsOf, type ListedCollections } from './collections.ts';
import { elementsOf, type SendList } from './json-list.ts';
import type { InTurns } from './list-turns.ts';
import * as schemas from './schemas/keys.ts';
import { checked, tidyName } from './schemas/requests.ts';

type Dependencies = {
  readonly manageKeys: ManageKeys;
  readonly findKeys: FindKeys;
  readonly collections: ListedCollections;
  readonly inTurns: InTurns;
  readonly sendList: SendList;
  readonly now: () => Date;
};

/** The step that refuses a request for a key that is not the caller's, or revoked, with 404. */
export const requireKey =
  (findKey: FindKey): RequestHandler =>
  async (request, response, next) => {
    const { key_id: id } = request.params;
    if (!isUuid(id)) throw new KeyNotFound();
    response.locals['listedKey'] = await findKey(accountOf(response).id, id.toLowerCase());
    next();
  };

const listedKeyOf = (response: Response): ListedKey => response.locals['listedKey'] as ListedKey;

/** /api/keys and below, and GET /api/v1/keys/self. */
export const keyHandlers = ({ manageKeys, findKeys, collections, inTurns, sendList, now }: Dependencies) => ({
  listKeys: inTurns((_request, response, turn) =>
    turn(async () => {
      response.json(schemas.keys.toJson({ keys: await findKeys(accountOf(response).id), next: null }));
    }),
  ),

  createKey: inTurns(async (request, response, turn) => {
    const wanted = schemas.wantedKey(checked(schemas.newKey, request.body));
    if (wanted.expiresAt !== null && Date.parse(wanted.expiresAt) <= now().getTime())
      throw new InvalidInput('expires_at must be in the future');
    await turn(() => manageKeys.requireRoom(accountOf(response), wanted));
    const { keyId, key } = await manageKeys.create(accountOf(response), wanted);
    // The key must be shown even if it cannot be read back, for nobody sees it again.
    const created = { id: keyId, ...wanted, createdAt: now().toISOString(), lastUsedAt: null };
    response.status(201).json(schemas.createdKey.toJson({ ...created, key }));
  }),

  renameKey: (async (request, response) => {
    const name = tidyName(checked(schemas.keyName, request.body).name);
    const key = listedKeyOf(response);
    await manageKeys.rename(accountOf(response), key.id, name);
    response.json(schemas.key.toJson({ ...key, name }));
  }) satisfies Handler,

  revokeKey: (async (_request, response) => {
    await manageKeys.revoke(accountOf(response), listedKeyOf(response).id);
    response.status(204).end();
  }) satisfies Handler,

  showKey: inTurns((_request, response, turn) => {
    const { id = null, name = null, expiresAt = null, scopes: own = scopes } = keyOf(response) ?? {};
    const permission = schemas.permissionOf(own);
    const read = collectionsOf(collections, callerOf(response));
    const permitted = (collection: Collection) =>
      schemas.permittedCollection.toJson({ id: collection.id, name: collection.name, permission });
    const elements = () => elementsOf(read, permitted);
    const document = schemas.ownKey.toJson({ id, name, scopes: own, expiresAt, collections: [] });
    return sendList(response, turn, { document, elements });
  }),
});
