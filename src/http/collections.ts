import type { RequestHandler, Response } from 'express';
import type { ConfigureCollection } from '../commands/configure-collection.ts';
import type { CreateCollection } from '../commands/create-collection.ts';
import type { DeleteCollection } from '../commands/delete-collection.ts';
import { CollectionNotFound, InvalidInput } from '../domain/errors.ts';
import { tidyNotNames } from '../domain/not-names.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Collection, Collections, WholeCollection } from '../ports/collections.ts';
import type { FindCollection } from '../queries/find-collection.ts';
import type { Caller } from '../domain/access-key.ts';
import { accountOf, callerOf, type Handler } from './authentication.ts';
import { elementsOf, type ReadRows, type SendList } from './json-list.ts';
import type { InTurns } from './list-turns.ts';
import { checked, collectionQuery, newCollection, tidyName } from './schemas/requests.ts';
import * as responses from './schemas/responses.ts';
import { collectionSettings } from './schemas/ticket-changes.ts';
import { configuredCollection } from './schemas/ticket-responses.ts';

type Dependencies = {
  readonly collections: Collections;
  readonly findCollection: FindCollection;
  readonly createCollection: CreateCollection;
  readonly configureCollection: ConfigureCollection;
  readonly deleteCollection: DeleteCollection;
  readonly inTurns: InTurns;
  readonly sendList: SendList;
};

/** The collection in the path or the query string; set by `requireCollection`. */
export const collectionOf = (response: Response): WholeCollection => response.locals['collection'] as WholeCollection;

/** Steps that refuse a request for a collection that is not the caller’s with 404, before the body is read. */
export const requireCollection = (findCollection: FindCollection) => ({
  inPath: (async (request, response, next) => {
    const { collection_id: id } = request.params;
    if (!isUuid(id)) throw new CollectionNotFound();
    const find = () => findCollection(callerOf(response), id);
    Object.assign(response.locals, { collection: await find(), findCollection: find });
    next();
  }) satisfies RequestHandler,

  inQuery: (async (request, response, next) => {
    const { collection_id: id } = checked(collectionQuery, request.query);
    response.locals['collection'] = await findCollection(callerOf(response), id);
    next();
  }) satisfies RequestHandler,
});

/** Refuses to go on if the collection in the path was deleted meanwhile. Throws CollectionNotFound. */
export const requireCollectionStill = async ({ locals }: Pick<Response, 'locals'>): Promise<void> => {
  await (locals['findCollection'] as (() => Promise<unknown>) | undefined)?.();
};

export type ListedCollections = Pick<Collections, 'pageOfUser' | 'namedOfUser'>;

/** Reads the collections of the caller that its key names: with fewer than a page holds, all at once. */
export const collectionsOf =
  (stored: ListedCollections, { userId, collections }: Caller): ReadRows<Collection> =>
  (page) => {
    if (collections === null) return stored.pageOfUser(userId, page);
    return page.after ? Promise.resolve([]) : stored.namedOfUser(userId, collections);
  };

/** /api/collections and /api/v1/collections. */
export const collectionHandlers = ({
  collections,
  createCollection,
  configureCollection,
  deleteCollection,
  inTurns,
  sendList,
}: Omit<Dependencies, 'findCollection'>) => ({
  createCollection: (async (request, response) => {
    const idempotencyKey = request.get('Idempotency-Key');
    if (idempotencyKey !== undefined && !isUuid(idempotencyKey)) {
      throw new InvalidInput('Idempotency-Key must be a UUID');
    }
    const { name } = checked(newCollection, request.body);
    const created = await createCollection({
      userId: accountOf(response).id,
      name: tidyName(name),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    response.status(201).json(responses.collection.toJson(created));
  }) satisfies Handler,

  listCollections: inTurns((_request, response, turn) => {
    const read = collectionsOf(collections, callerOf(response));
    const elements = () => elementsOf(read, responses.collection.toJson);
    return sendList(response, turn, { document: [], elements });
  }),

  showCollection: ((_request, response) => {
    const collection = collectionOf(response);
    if (collection.ticketUrl !== null) response.set('Ticket-Url', collection.ticketUrl);
    response.json(responses.collection.toJson(collection));
  }) satisfies Handler,

  showSettings,
  configureCollection: configureHandler({ collections, configureCollection }),

  deleteCollection: (async (_request, response) => {
    const collection = collectionOf(response);
    await deleteCollection(collection);
    response.json(responses.collection.toJson(collection));
  }) satisfies Handler,
});

const showSettings: Handler = (_request, response) => {
  response.json(configuredCollection.toJson(collectionOf(response)));
};

const configureHandler =
  ({ collections, configureCollection }: Pick<Dependencies, 'collections' | 'configureCollection'>): Handler =>
  async (request, response) => {
    const { id, userId } = collectionOf(response);
    const { name, ticket_url: ticketUrl, not_names: notNames } = checked(collectionSettings, request.body);
    const settings = {
      ...(name !== undefined && { name: tidyName(name) }),
      ...(ticketUrl !== undefined && { ticketUrl }),
      ...(notNames !== undefined && { notNames: tidyNotNames(notNames) }),
    };
    await configureCollection({ collectionId: id, userId, ...settings });
    const configured = await collections.byId(id);
    if (!configured) throw new CollectionNotFound();
    response.json(configuredCollection.toJson(configured));
  };
