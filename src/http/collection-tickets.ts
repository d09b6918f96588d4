import type { Request, RequestHandler, Response } from 'express';
import type { Turn } from '../concurrency/abortable-limit.ts';
import { changeTicket, type ChangeTickets } from '../commands/change-tickets.ts';
import { InvalidInput } from '../domain/errors.ts';
import { checkedDetail, eachShown } from '../domain/ticket-details.ts';
import type { shownDetails } from '../domain/ticket-fields.ts';
import type { CorrectionPreview, TicketCorrection, TriedCorrection } from '../ports/ingest.ts';
import type { TicketPage, Tickets, TicketsQuery } from '../ports/tickets.ts';
import type { FindTicket } from '../queries/find-ticket.ts';
import type { ticketHistory, ticketRevision } from '../queries/ticket-history.ts';
import { accountOf, callerOf, type Handler, surfaceOf, whileIdentified } from './authentication.ts';
import { customerAddress, senderOf } from './client-address.ts';
import { whileThere } from './client-gone.ts';
import { collectionOf } from './collections.ts';
import { HttpRefusal } from './errors.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import { inTurnAtFirst, type WriteReply } from './large-replies.ts';
import type { InTurns } from './list-turns.ts';
import { checked, pageOf } from './schemas/requests.ts';
import {
  listOf,
  someTickets,
  ticketCorrection,
  ticketHistoryQuery,
  ticketIdsOf,
  ticketsQuery,
} from './schemas/ticket-changes.ts';
import { resolvedBetween } from './schemas/ticket-filter.ts';
import * as responses from './schemas/ticket-responses.ts';

type Dependencies = {
  readonly tickets: Pick<Tickets, 'page' | 'idPage' | 'counts'>;
  readonly findTicket: FindTicket;
  readonly ticketHistory: ReturnType<typeof ticketHistory>;
  readonly ticketRevision: ReturnType<typeof ticketRevision>;
  readonly withdraw: ChangeTickets;
  readonly restore: ChangeTickets;
  readonly flag: ChangeTickets;
  readonly confirm: ChangeTickets;
  /** Each rejects with the reason of the signal if that aborts before its turn; a correction also if it is not appended by then. */
  readonly correcting: {
    readonly correct: (correction: TicketCorrection, signal: AbortSignal) => Promise<bigint>;
    readonly previewCorrection: (correction: TriedCorrection, signal: AbortSignal) => Promise<CorrectionPreview>;
  };
  readonly inTurns: InTurns;
  readonly inChangeTurns: InTurns;
  readonly writeReply: WriteReply;
  readonly openCorrections: OpenStreams;
};

/** The ticket in the path, below the caller's collection. */
const ticketOf = (response: Response) => ({
  tenantId: accountOf(response).id,
  collectionId: collectionOf(response).id,
  ticketId: String(response.req.params['ticket_id']),
});

/** The revision in `If-Match`, undefined without it; 0, which no ticket has, for the tag of something else. Throws InvalidInput. */
const revisionOf = (request: Request): number | undefined => {
  const header = request.get('If-Match');
  if (header === undefined) return undefined;
  const [, tag] = /^\s*"([^"]*)"\s*$/.exec(header) ?? [];
  if (tag === undefined) throw new InvalidInput('If-Match must be the ETag of the ticket as you read it');
  return /^(0|[1-9]\d{0,14})$/.test(tag) ? Number(tag) : 0;
};

/** The step that refuses a change without the revision that was read (RFC 9110, 13.1.1; RFC 6585, 3). */
export const requireRevision: RequestHandler = (request, response, next) => {
  const revision = revisionOf(request);
  if (revision === undefined)
    throw new HttpRefusal(428, 'If-Match is required: send the ETag of the ticket as you read it');
  response.locals['revision'] = revision;
  next();
};

/** '' removes it. */
const newDetail = (detail: (typeof shownDetails)[number], text: string | null | undefined): string | undefined =>
  text ? checkedDetail(detail, text.toWellFormed(), () => detail.name) : (text ?? undefined);

const correctionOf = (request: Request, response: Response): Omit<TicketCorrection, 'revision'> => {
  const texts = checked(ticketCorrection, request.body);
  return {
    ...ticketOf(response),
    customer: customerAddress(request.ip),
    surface: surfaceOf(request),
    notNames: collectionOf(response).notNames,
    ...eachShown((detail) => newDetail(detail, texts[detail.name])),
    problem: texts.problem?.toWellFormed(),
    solution: texts.solution?.toWellFormed(),
  };
};

const previewHandler =
  ({ findTicket, correcting, writeReply, openCorrections }: Dependencies): Handler =>
  async (request, response) => {
    const mayRead = callerOf(response).scopes.includes('read');
    const correction = { ...correctionOf(request, response), mayRead };
    let foretold: CorrectionPreview | undefined;
    const read = async (signal: AbortSignal) => {
      // To foretell it again would take as long again.
      const tried = (foretold ??= await correcting.previewCorrection(correction, signal));
      // It may have been erased meanwhile.
      await findTicket(ticketOf(response));
      return { tickets: [tried], write: () => void response.json(responses.correctionPreview.toJson(tried)) };
    };
    await whileThere(response, (signal) =>
      whileOpen(openCorrections, response, () => writeReply(response, () => read(signal))),
    );
  };

/** …/tickets and below: the stored tickets of a collection. */
export const collectionTicketHandlers = (dependencies: Dependencies) => {
  const { findTicket, withdraw, restore, flag, confirm, correcting, ...others } = dependencies;
  const { inTurns, inChangeTurns, openCorrections } = others;
  /** Answers with a ticket as it is now, or as it became by a change. */
  const sendTicket = async (response: Response, turn: Turn, { type, until }: Shown) => {
    const find = inTurnAtFirst(turn, () => findTicket(ticketOf(response), until));
    await dependencies.writeReply(response, async (isAgain) => {
      const found = await find(isAgain);
      const write = () => {
        response.set('ETag', `"${found.revision}"`);
        response.json(responses[type].toJson(found));
      };
      return { tickets: [found], write };
    });
  };
  const changeOne = (change: ChangeTickets): Handler => {
    const changeTheTicket = changeTicket(change);
    return inTurns(async (request, response, turn) => {
      await changeTheTicket({ ...ticketOf(response), surface: surfaceOf(request), revision: revisionOf(request) });
      await sendTicket(response, turn, { type: 'changedTicket' });
    });
  };
  return {
    ...listHandlers(dependencies),
    showTicket: inTurns((_request, response, turn) => sendTicket(response, turn, { type: 'ticketDetails' })),
    ...historyHandlers(dependencies),
    correctTicket: inTurns(async (request, response, turn) => {
      const correction = { ...correctionOf(request, response), revision: response.locals['revision'] as number };
      const correct = (signal: AbortSignal) => correcting.correct(correction, signal);
      const corrected = await whileOpen(openCorrections, response, () => whileIdentified(response, correct));
      // As it became, with the ETag of that: others may have changed it since. Its texts may have waited for a model: they are shown to nobody whose credential has ended.
      await sendTicket(response, turn, { type: 'changedTicket', until: corrected });
    }),
    previewCorrection: previewHandler(dependencies),
    withdrawTicket: changeOne(withdraw),
    restoreTicket: changeOne(restore),
    flagTicket: changeOne(flag),
    confirmTicket: changeOne(confirm),
    withdrawTickets: changeSome(withdraw, inChangeTurns),
    restoreTickets: changeSome(restore, inChangeTurns),
  };
};

type Shown = { readonly type: 'ticketDetails' | 'changedTicket'; readonly until?: bigint };

const listHandlers = ({ tickets, inTurns }: Pick<Dependencies, 'tickets' | 'inTurns'>) => ({
  listTickets: inTurns((request, response, turn) => turn(() => sendPage(tickets, request, response))),
  countTickets: inTurns((_request, response, turn) =>
    turn(async () => {
      const { id: collectionId, userId: tenantId } = collectionOf(response);
      response.json(responses.ticketCounts.toJson(await tickets.counts({ tenantId, collectionId })));
    }),
  ),
});

const historyHandlers = ({
  ticketHistory,
  ticketRevision,
  inTurns,
  writeReply,
}: Pick<Dependencies, 'ticketHistory' | 'ticketRevision' | 'inTurns' | 'writeReply'>) => ({
  showHistory: inTurns(async (request, response, turn) => {
    const { limit, after } = pageOf(checked(ticketHistoryQuery, request.query), 20);
    const before = after === undefined ? undefined : Math.min(Number(after), Number.MAX_SAFE_INTEGER);
    const { history, next } = await turn(() => ticketHistory(ticketOf(response), { before, limit }));
    response.json(responses.ticketHistory.toJson({ history, next: next === null ? null : String(next) }));
  }),
  showRevision: inTurns(async (request, response, turn) => {
    const named = String(request.params['revision']);
    // 0 is a revision that no ticket has.
    const revision = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0;
    const find = inTurnAtFirst(turn, () => ticketRevision(ticketOf(response), revision));
    await writeReply(response, async (isAgain) => {
      const found = await find(isAgain);
      return { tickets: [found], write: () => void response.json(responses.ticketRevision.toJson(found)) };
    });
  }),
});

const changeSome = (change: ChangeTickets, inChangeTurns: InTurns): Handler =>
  inChangeTurns(async (request, response, turn) => {
    const ticketIds = ticketIdsOf(checked(someTickets, request.body));
    const { id: collectionId, userId: tenantId } = collectionOf(response);
    const result = await change({ tenantId, collectionId, ticketIds, surface: surfaceOf(request), turn });
    response.json(responses.ticketsChanged.toJson(result));
  });

const sendPage = async (
  { page, idPage }: Pick<Tickets, 'page' | 'idPage'>,
  request: Request,
  response: Response,
): Promise<void> => {
  const {
    state,
    flagged,
    category,
    text,
    sort: order = 'stored',
    fields,
    ...wanted
  } = checked(ticketsQuery, request.query);
  const { limit, after } = pageOf(wanted, 50);
  const query: TicketsQuery = {
    ...senderOf(response),
    collectionId: collectionOf(response).id,
    ...{ state, order, flagged: flagged === 'true', limit },
    categories: listOf(category),
    ...resolvedBetween(wanted),
    text: text?.toWellFormed().trim(),
    after: after === undefined ? undefined : BigInt(after),
  };
  response.json(
    fields === 'ids'
      ? responses.ticketIds.toJson(shownPage(await idPage(query)))
      : responses.storedTickets.toJson(shownPage(await page(query))),
  );
};

const shownPage = <Row>({ tickets, next }: TicketPage<Row>) => ({
  tickets,
  next: next === undefined ? null : String(next),
});
