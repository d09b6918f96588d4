import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal, UploadNotFound } from '../domain/errors.ts';
import { spooledName } from '../platform/spooled-name.ts';
import type { Ingest, SpooledUpload } from '../ports/ingest.ts';
import type { Uploads } from '../ports/uploads.ts';
import { type HeldFile, type PreviewFiles, removedOnRelease } from '../uploads/preview-files.ts';
import type { OpenBodies } from '../uploads/open-bodies.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import type { UploadResult } from '../uploads/upload.ts';
import { accountOf, type Handler, surfaceOf } from './authentication.ts';
import { idInHeader } from './bodies.ts';
import { senderOf } from './client-address.ts';
import { collectionOf } from './collections.ts';
import { HttpRefusal } from './errors.ts';
import { checked, duplicatesQuery } from './schemas/requests.ts';
import type { Metrics } from './metrics.ts';
import * as responses from './schemas/upload-responses.ts';
import { breakOff, readTableChoice, spoolFile, spoolJson, whileConnected } from './spooled-bodies.ts';

type Dependencies = {
  readonly ingest: Pick<Ingest, 'upload' | 'uploadStarted' | 'abandon'>;
  readonly uploads: Pick<Uploads, 'byId'>;
  readonly spoolFolder: Pick<SpoolFolder, 'path'>;
  readonly previewFiles: Pick<PreviewFiles, 'take' | 'requireRoom' | 'newestErasure'>;
  readonly openBodies: OpenBodies;
  readonly newId: () => string;
  readonly counted: Metrics['upload'];
  /** Called with an error of an upload whose request was answered before its end. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** The step that checks `on_duplicate`, before the collection is looked up. */
export const readOnDuplicate: RequestHandler = (request, response, next) => {
  const { on_duplicate: onDuplicate } = checked(duplicatesQuery, request.query);
  response.locals['onDuplicate'] = onDuplicate === 'update' ? onDuplicate : undefined;
  next();
};

/** Whether stored tickets with another content are to be updated; set by `readOnDuplicate`. */
export const onDuplicateOf = ({ locals }: Response): SpooledUpload['onDuplicate'] =>
  locals['onDuplicate'] as SpooledUpload['onDuplicate'];

/** The upload endpoints: JSON on either surface, and a file; each also takes a file that was previewed (`Preview-Id`). */
export const ticketHandlers = (dependencies: Dependencies) => {
  const { ingest, newId, counted } = dependencies;
  const upload =
    (spool: typeof spoolJson): Handler =>
    async (request, response) => {
      const head = uploadHead(request);
      const held = await fileOf(dependencies, response, { spool, head });
      const { chosenId, surface } = head;
      const { id: collectionId, notNames } = collectionOf(response);
      const owner = { tenantId: accountOf(response).id, collectionId, notNames };
      const onDuplicate = onDuplicateOf(response);
      const spooled: SpooledUpload = { ...held.file, ...owner, uploadId: chosenId ?? newId(), surface, onDuplicate };
      response.location(uploadPath(spooled));
      const requestId = newId();
      const work = uploadAndRelease(ingest.upload(spooled, requestId), held);
      const ended = counted(spooled);
      work.then(ended, () => ended());
      if (head.respondsAsync) await answerEarly(dependencies, response, { work, spooled, requestId });
      else {
        const result = await whileConnected(response, work, () => ingest.abandon(requestId));
        response.json(responses.uploadResult.toJson(result));
      }
    };
  return { uploadJson: upload(spoolJson), uploadFile: upload(spoolFile) };
};

const uploadAndRelease = async <Result>(work: Promise<Result>, { release }: HeldFile): Promise<Result> => {
  try {
    return await work;
  } finally {
    await release();
  }
};

type Running = { readonly work: Promise<UploadResult>; readonly spooled: SpooledUpload; readonly requestId: string };

/** Answers 202 with the upload's record once its start is recorded, whether or not the client is still there; 200 if it has ended before. */
const answerEarly = async (
  { ingest, uploads, failed }: Dependencies,
  response: Response,
  { work, spooled, requestId }: Running,
): Promise<void> => {
  if (!(await ingest.uploadStarted(requestId))) {
    response.json(responses.uploadResult.toJson(await work));
    return;
  }
  work.catch((error: unknown) => {
    // A refusal is in the record.
    if (!(error instanceof Refusal)) failed(String(response.getHeader('X-Request-Id')), error);
  });
  const record = await uploads.byId(spooled);
  if (!record) throw new UploadNotFound();
  response.status(202).set('Preference-Applied', 'respond-async').json(responses.upload.toJson(record));
};

type Receiving = { readonly spool: typeof spoolJson; readonly head: ReturnType<typeof uploadHead> };

/** The file that a request sends, or the one that it names. Throws PreviewNotFound and what receiving throws. */
const fileOf = async (
  dependencies: Dependencies,
  response: Response,
  { spool, head: { chosenId, previewId } }: Receiving,
): Promise<HeldFile> => {
  const hash = chosenId !== undefined;
  if (previewId === undefined) return receivedFile(dependencies, response, { spool, hash });
  const table = await readTableChoice(response.req, response);
  const owner = { tenantId: accountOf(response).id, collectionId: collectionOf(response).id };
  const held = dependencies.previewFiles.take({ ...owner, previewId });
  return { ...held, file: { ...held.file, ...table, ...(hash ? {} : { sha256: null }) } };
};

const receivedFile = async (
  { spoolFolder, previewFiles: { requireRoom, newestErasure }, openBodies, newId }: Dependencies,
  response: Response,
  { spool, hash }: { readonly spool: typeof spoolJson; readonly hash: boolean },
): Promise<HeldFile> => {
  const { id: tenantId } = accountOf(response);
  const late = new AbortController();
  const body = openBodies(senderOf(response), (why) => {
    if (why === 'erasure') late.abort(tooLate());
    else breakOff(response.req);
  });
  try {
    const erasedBefore = await newestErasure(tenantId);
    body.endIfErasedAfter(erasedBefore, arrivalMs);
    const path = join(spoolFolder.path, spooledName({ tenantId, erasedBefore: erasedBefore ?? 0n, id: newId() }));
    const target = { path, hash, requireRoom, body, late: late.signal };
    const { file, release } = removedOnRelease(await spool(response.req, response, target));
    body.keep();
    return { file, release: () => release().finally(body.close) };
  } catch (error) {
    body.close();
    throw error;
  }
};

/** How long a body may still come once an erasure of its tenant has been requested: the erasure waits for it, and a body may take 15 minutes (`server.ts`). */
const arrivalMs = 60_000;

const tooLate = () =>
  new HttpRefusal(
    408,
    'Tickets of this account are being erased, and the body did not arrive within a minute; send it again',
  );

/** What the headers say: ids, the surface, and whether the client wants no answer at the end. Throws InvalidInput; called before the body is read. */
const uploadHead = (request: Request) => ({
  chosenId: idInHeader(request, 'Upload-Id'),
  previewId: idInHeader(request, 'Preview-Id'),
  surface: surfaceOf(request),
  // RFC 7240, 4.1.
  respondsAsync: /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i.test(request.get('Prefer') ?? ''),
});

/** The path of an upload's record, on the surface that it was sent to. */
const uploadPath = ({
  surface,
  collectionId,
  uploadId,
}: Pick<SpooledUpload, 'surface' | 'collectionId' | 'uploadId'>): string =>
  `/api/${surface === 'api' ? 'v1/' : ''}collections/${collectionId}/uploads/${uploadId}`;
