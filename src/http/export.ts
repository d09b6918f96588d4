import type { Response } from 'express';
import type { ExportTickets } from '../queries/export-tickets.ts';
import { requireIdentity } from './authentication.ts';
import { senderOf } from './client-address.ts';
import { collectionOf, requireCollectionStill } from './collections.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import type { Turn } from '../concurrency/abortable-limit.ts';
import type { InTurns } from './list-turns.ts';
import { checked } from './schemas/requests.ts';
import { exportQuery, listOf } from './schemas/ticket-changes.ts';
import { sendPages } from './send-pages.ts';
import type { Language } from './skipped-csv.ts';
import { resolvedBetween } from './schemas/ticket-filter.ts';

type Dependencies = {
  readonly exportTickets: ExportTickets;
  readonly openStreams: OpenStreams;
  readonly inTurns: InTurns;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/** Characters that file systems do not take, and a name that they all take. */
const fileNameOf = (name: string): string => {
  const safe = Array.from(name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_'))
    .slice(0, 60)
    .join('');
  return `${safe.replace(/^[.\s]+|[.\s]+$/g, '') || 'tickets'}.jsonl`;
};

/**
 * The tickets of a collection as JSON Lines (docs/contract.md, "Stored tickets"), at the speed of the client. A failure before the first line is answered as
 * any other; one after it breaks the connection, so that a part is never taken for the whole.
 */
export const exportHandlers = ({ exportTickets, openStreams, inTurns, stopping }: Dependencies) => ({
  exportTickets: inTurns(async (request, response, turn) => {
    const { state = 'active', category, text, ...times } = checked(exportQuery, request.query);
    const categories = listOf(category);
    const filter = { state, categories, ...resolvedBetween(times), text: text?.toWellFormed().trim() };
    const { id: collectionId, name } = collectionOf(response);
    await whileOpen(openStreams, response, () => {
      const pages = eachIn({ response, turn }, exportTickets({ ...senderOf(response), collectionId, ...filter }));
      return sendLines(response, { pages, name: fileNameOf(name) }, stopping);
    });
  }),
});

type Reading = { readonly response: Response; readonly turn: Turn };

/** Every page is read in a turn of its own. Throws CollectionNotFound at the end if the collection was deleted meanwhile: there are no more pages then, but they were not all. */
export async function* eachIn(
  { response, turn }: Reading,
  pages: AsyncIterator<string, void>,
): AsyncGenerator<string, void> {
  for (;;) {
    const page = await turn(() => pages.next());
    if (page.done) {
      await requireCollectionStill(response);
      return;
    }
    yield page.value;
  }
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first;
  yield* rest;
}

type Lines = { readonly pages: AsyncGenerator<string, void>; readonly name: string };

/** Sends pages of JSON Lines as a file, as `sendPages` does; what reading the first page throws is answered as any other error. */
export const sendLines = async (response: Response, { pages, name }: Lines, stopping: AbortSignal): Promise<void> => {
  const first = await pages.next();
  await requireIdentity(response);
  response.attachment(name).type('application/x-ndjson; charset=utf-8');
  if (response.req.method === 'HEAD') response.end();
  else await sendPages(response, first.done === true ? [] : startingWith(first.value, pages), stopping);
};

type Csv = { readonly name: string; readonly pages: (language: Language) => AsyncIterator<string, void> };
type Sending = { readonly turn: Turn; readonly stopping: AbortSignal };

/** Sends pages of CSV as a file in the language of the client, each read in a turn of its own, as `sendPages` does. */
export const sendCsv = async (response: Response, { name, pages }: Csv, { turn, stopping }: Sending): Promise<void> => {
  const language = response.req.acceptsLanguages('ru', 'en') === 'en' ? 'en' : 'ru';
  response.type('text/csv; charset=utf-8').attachment(name);
  response.set('Content-Language', language).vary('Accept-Language');
  await sendPages(response, eachIn({ response, turn }, pages(language)), stopping);
};
