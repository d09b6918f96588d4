import type { Request, Response } from 'express';
import type { RequestErasure } from '../commands/request-erasure.ts';
import type { Turn } from '../concurrency/abortable-limit.ts';
import { countMasks } from '../domain/masks.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import { stepsOf } from '../domain/erasure.ts';
import { ErasureNotFound, InvalidInput } from '../domain/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { ReceiptSignatures } from '../ports/credentials.ts';
import type { Erasures } from '../ports/erasures.ts';
import type { Ingest } from '../ports/ingest.ts';
import type { Tickets } from '../ports/tickets.ts';
import { erasureState, type FindErasure } from '../queries/find-erasure.ts';
import { accountOf, type Handler, requireIdentity, surfaceOf } from './authentication.ts';
import { collectionOf } from './collections.ts';
import type { InTurns } from './list-turns.ts';
import { checkReceipt, receiptOf } from './receipt.ts';
import { receiptPage, receiptPagePolicy } from './receipt-page.ts';
import * as schemas from './schemas/erasures.ts';
import { checked, pageOf } from './schemas/requests.ts';
import { maxTicketsAtOnce } from './schemas/ticket-changes.ts';

type Dependencies = {
  readonly requestErasure: RequestErasure;
  readonly findErasure: FindErasure;
  readonly erasures: Erasures;
  readonly ticketsOfClient: Tickets['ofClient'];
  readonly clean: Ingest['clean'];
  /** Removes the file that a tenant has previewed in this process: it may hold the texts, in whatever encoding and for whichever collection. */
  readonly discardPreviews: (tenantId: string) => Promise<void>;
  readonly signatures: ReceiptSignatures;
  readonly hasLogServer: boolean;
  /** An erasure of many tickets, and its receipt, take the thread that routes requests some ten milliseconds at a time. */
  readonly inTurns: InTurns;
  readonly inChangeTurns: InTurns;
};

/** …/erasures and below. */
export const erasureHandlers = (dependencies: Dependencies) => {
  const { requestErasure, clean, discardPreviews, signatures, inTurns, inChangeTurns } = dependencies;
  const shown = shownErasure(dependencies);
  return {
    eraseTickets: inChangeTurns(async (request, response, turn) => {
      const { requested_for: reason, ...wanted } = checked(schemas.newErasure, request.body);
      const { id: collectionId, userId: tenantId, name } = collectionOf(response);
      const requestedFor = (await clean((reason ?? '').toWellFormed(), 'text')).replaceAll(/\s+/g, ' ') || null;
      // The receipt outlives the collection, and with it this name.
      const collectionName = (await clean(name, 'field')) || collectionId;
      const names = { tenantId, collectionId, collectionName, surface: surfaceOf(request) };
      const chosen = schemas.wantedOf(wanted);
      const tickets = await ticketsOf(dependencies, { tenantId, collectionId, turn }, chosen);
      const begin = () => requireIdentity(response);
      const erasureId = await requestErasure({ ...names, requestedFor, ...tickets, turn, begin });
      await discardPreviews(tenantId);
      response.status(202).location(`${request.path.replace(/\/+$/, '')}/${erasureId}`);
      response.json(schemas.erasure.toJson(await shown(response, collectionId, erasureId)));
    }),

    listErasures: listHandler(dependencies),

    showErasure: inTurns(({ params }, response, turn) =>
      turn(async () => {
        const found = await shown(response, collectionOf(response).id, params['erasure_id']);
        response.json(schemas.erasure.toJson(found));
      }),
    ),

    erasureReceipt: inTurns((request, response, turn) =>
      turn(async () => {
        const found = await shown(response, collectionOf(response).id, request.params['erasure_id']);
        sendReceipt(request, response, { found, signatures });
      }),
    ),

    checkReceipt: inTurns(async ({ body }, response, turn) => {
      const text = typeof body === 'string' ? body : '';
      response.json(schemas.receiptCheck.toJson(await checkReceipt(text, signatures, turn)));
    }),
  };
};

/** The id of an erasure in a path. Throws ErasureNotFound. */
export const erasureIdOf = (id: unknown): string => {
  if (!isUuid(id)) throw new ErasureNotFound();
  return id.toLowerCase();
};

/** Finds an erasure of a collection by its id in a path. Throws ErasureNotFound. */
export const shownErasure =
  ({ findErasure }: Pick<Dependencies, 'findErasure'>) =>
  async (response: Response, collectionId: string, id: unknown): Promise<schemas.ShownErasure> => ({
    ...(await findErasure({ collectionId, erasureId: erasureIdOf(id) })),
    requestedBy: accountOf(response).email,
  });

type Signed = { readonly found: schemas.ShownErasure; readonly signatures: ReceiptSignatures };

/** Answers with a receipt as JSON, or as a page if that is asked for. */
export const sendReceipt = (request: Request, response: Response, { found, signatures }: Signed): void => {
  const json = receiptOf(found, signatures);
  response.set('Vary', 'Accept, Accept-Language');
  if (request.accepts('json', 'html') !== 'html') {
    response.attachment(`receipt-${found.id}.json`).type('json').send(canonicalJson(json));
    return;
  }
  const language = request.acceptsLanguages('ru', 'en') === 'ru' ? 'ru' : 'en';
  response.set('Content-Security-Policy', receiptPagePolicy).type('html');
  response.send(receiptPage(found, { language, ...json }));
};

type Owner = { readonly tenantId: string; readonly collectionId: string; readonly turn: Turn };
type Wanted = ReturnType<typeof schemas.wantedOf>;

/** The tickets of a request; of a client's at most as many as one erasure has. Throws InvalidInput. */
const ticketsOf = async (
  { ticketsOfClient, clean }: Dependencies,
  { turn, ...owner }: Owner,
  wanted: Wanted,
): Promise<{ readonly ticketIds: readonly string[]; readonly remaining: number; readonly inParts: boolean }> => {
  if ('ticketIds' in wanted) return { ...wanted, remaining: 0, inParts: false };
  const given = wanted.client.toWellFormed();
  const client = await clean(given, 'field');
  if (client === '') throw new InvalidInput('client must have 1 to 500 characters');
  // What was masked or removed is not stored: others look the same.
  if (client !== (await clean(given, 'visible')) || countMasks(client) > 0) {
    throw new InvalidInput(
      'client holds what is not stored (a telephone number, an e-mail address, a link or a quote): the tickets cannot be told from those of others; send ticket_ids',
    );
  }
  const ids = await turn(() => ticketsOfClient({ ...owner, client, limit: maxOfClient }));
  const remaining = Math.max(0, ids.length - maxTicketsAtOnce);
  return { ticketIds: ids.slice(0, maxTicketsAtOnce), remaining, inParts: true };
};

/** Of a client with more tickets the number that remains is not counted further. */
const maxOfClient = 10_000;

const listHandler = ({ erasures, hasLogServer, inTurns }: Dependencies): Handler =>
  inTurns(async (request, response, turn) => {
    const { limit, after } = pageOf(checked(schemas.erasuresQuery, request.query), 50);
    const { id: collectionId } = collectionOf(response);
    const before = after === undefined ? undefined : BigInt(after);
    const found = await turn(() => erasures.ofCollection(collectionId, { before, limit: limit + 1 }));
    const rows = found.slice(0, limit);
    const [newest] = rows;
    const last = newest ? await turn(() => erasures.numberAt(collectionId, newest.position)) : 0;
    const expected = stepsOf({ hasLogServer });
    const listed = rows.map(({ proven, isHeldBack, ...row }, index) => ({
      ...row,
      number: last - index,
      state: erasureState(expected, { proven, isHeldBack }),
    }));
    const next = found.length > limit ? String(rows.at(-1)?.position) : null;
    response.json(schemas.erasures.toJson({ erasures: listed, next }));
  });
