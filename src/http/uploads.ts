import type { RequestHandler, Response } from 'express';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { UploadNotFound } from '../domain/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { TicketOfUpload, UploadRecord, Uploads } from '../ports/uploads.ts';
import type { CountReturned, ForecastUndo, RequestUndo } from '../uploads/request-undo.ts';
import type { RestoreUndone } from '../uploads/restore-undone.ts';
import type { StopUpload } from '../uploads/stop-upload.ts';
import { type Handler, surfaceOf } from './authentication.ts';
import { clientGone } from './client-gone.ts';
import { collectionOf } from './collections.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import { sendCsv } from './export.ts';
import type { InTurns } from './list-turns.ts';
import { csvQuery, delimiterOf } from './schemas/csv-query.ts';
import {
  checked,
  type Page,
  pageOf,
  restorationsQuery,
  ticketsOfUploadQuery,
  undoQuery,
  uploadsQuery,
} from './schemas/requests.ts';
import { restoredTickets, undoView, uploadUndo } from './schemas/undo-responses.ts';
import * as responses from './schemas/upload-responses.ts';
import { type Language, skippedPages } from './skipped-csv.ts';

type Dependencies = {
  readonly uploads: Uploads;
  readonly stop: StopUpload;
  readonly undo: RequestUndo;
  readonly forecastUndo: ForecastUndo;
  readonly countReturned: CountReturned;
  readonly restoreUndone: RestoreUndone;
  readonly openStreams: OpenStreams;
  readonly inTurns: InTurns;
  readonly inChangeTurns: InTurns;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/** Uploads of a list whose tickets are counted at the same time. */
const countedAtOnce = 4;

/** The upload in the path; set by `requireUpload`. */
const uploadOf = (response: Response): UploadRecord => response.locals['upload'] as UploadRecord;

/** The key of the upload in the path. Throws UploadNotFound if it is not a UUID. */
export const uploadKeyOf = (response: Response): Parameters<Uploads['byId']>[0] => {
  const { upload_id: uploadId } = response.req.params;
  if (!isUuid(uploadId)) throw new UploadNotFound();
  return { collectionId: collectionOf(response).id, uploadId: uploadId.toLowerCase() };
};

/** The step that refuses a request for an upload that the collection does not have with 404. */
export const requireUpload =
  ({ uploads }: Pick<Dependencies, 'uploads'>): RequestHandler =>
  async (_request, response, next) => {
    const upload = await uploads.byId(uploadKeyOf(response));
    if (!upload) throw new UploadNotFound();
    response.locals['upload'] = upload;
    next();
  };

/** …/uploads and below: the uploads of a collection, the outcomes of their tickets, the end of one that runs, and its undo. */
export const uploadHandlers = (dependencies: Dependencies) => ({
  ...recordHandlers(dependencies),
  ...undoHandlers(dependencies),
});

const recordHandlers = ({ uploads, stop, countReturned, inTurns, ...downloading }: Dependencies) => ({
  listUploads: inTurns(async (request, response, turn) => {
    const { limit, after } = pageOf(checked(uploadsQuery, request.query), 20);
    const before = after === undefined ? undefined : BigInt(after);
    await turn(async () => {
      const found = await uploads.ofCollection(collectionOf(response).id, { before, limit });
      const next = nextOf(found, limit, ({ position }) => position);
      const counted = await Array.fromAsync(mapConcurrently(found, countedAtOnce, countReturned));
      response.json(responses.uploads.toJson({ uploads: counted, next }));
    });
  }),

  showUpload: inTurns((_request, response, turn) =>
    turn(async () => {
      response.json(responses.upload.toJson(await countReturned(uploadOf(response))));
    }),
  ),

  stopUpload: (async (_request, response) => {
    response.json(responses.upload.toJson(await stop(uploadOf(response))));
  }) satisfies Handler,

  ticketsOfUpload: inTurns(async (request, response, turn) => {
    const query = checked(ticketsOfUploadQuery, request.query);
    const { limit, after } = pageOf(query, 100);
    const page = { after: after === undefined ? undefined : Number(after), limit, outcome: query.outcome };
    await turn(async () => {
      const found = await uploads.tickets(uploadOf(response), page);
      const next = nextOf(found, limit, ({ index }) => index);
      response.json(responses.ticketsOfUpload.toJson({ tickets: found, next }));
    });
  }),

  skippedOfUpload: skippedHandler({ uploads, inTurns, ...downloading }),
});

type Downloading = Pick<Dependencies, 'uploads' | 'openStreams' | 'inTurns' | 'stopping'>;

/** The tickets that were not stored, with their reasons, as CSV at the speed of the client. */
const skippedHandler = ({ uploads, openStreams, inTurns, stopping }: Downloading): Handler =>
  inTurns(async (request, response, turn) => {
    const upload = uploadOf(response);
    const delimiter = delimiterOf(checked(csvQuery, request.query).delimiter);
    const pages = (language: Language) => skippedPages(pagesOf(uploads, upload), { language, delimiter });
    const csv = { name: `skipped-${upload.uploadId}.csv`, pages };
    await whileOpen(openStreams, response, () => sendCsv(response, csv, { turn, stopping }));
  });

const undoHandlers = ({ undo, forecastUndo, restoreUndone, inTurns, inChangeTurns }: Dependencies) => ({
  undoUpload: (async (request, response) => {
    const { by_hand: byHand } = checked(undoQuery, request.query);
    const asked = { surface: surfaceOf(request), keepsByHand: byHand === 'keep' };
    const undone = await undo(uploadOf(response), asked);
    response.status(undone.undo?.state === 'running' ? 202 : 200);
    response.json(uploadUndo.toJson(undoView(undone)));
  }) satisfies Handler,

  showUndo: inTurns(async (_request, response, _turn, turnUntil) => {
    const upload = uploadOf(response);
    const forecast = await forecastUndo(upload, { signal: clientGone(response), turnUntil });
    response.json(uploadUndo.toJson(undoView(upload, forecast)));
  }),

  restoreUndone: inChangeTurns(async (request, response, turn) => {
    const { after } = checked(restorationsQuery, request.query);
    const from = { after: after === undefined ? undefined : Number(after), surface: surfaceOf(request), turn };
    response.json(restoredTickets.toJson(await restoreUndone(uploadOf(response), from)));
  }),
});

/** The key of the last item; null if the page is not full, so that there is no next one. */
const nextOf = <Item>(page: readonly Item[], limit: Page['limit'], key: (item: Item) => bigint | number) => {
  const last = page.length < limit ? undefined : page.at(-1);
  return last === undefined ? null : String(key(last));
};

/** As many as are read and written in a millisecond or so. */
const pageLength = 200;

/** All tickets of an upload that have an outcome, page by page. */
async function* pagesOf(uploads: Uploads, upload: UploadRecord): AsyncGenerator<readonly TicketOfUpload[]> {
  for (let after: number | undefined; ;) {
    const page = await uploads.tickets(upload, { after, limit: pageLength });
    if (page.length > 0) yield page;
    if (page.length < pageLength) return;
    after = page.at(-1)?.index;
  }
}
