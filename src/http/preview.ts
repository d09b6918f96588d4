import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type Caller, mayUseCollection } from '../domain/access-key.ts';
import { InvalidInput, PreviewNotFound } from '../domain/errors.ts';
import { fileChunks } from '../platform/file-chunks.ts';
import { spooledName } from '../platform/spooled-name.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Ingest, PreviewKey, Spooled, SpooledPreview, TableChoice, TicketsPreview } from '../ports/ingest.ts';
import type { FindCollection } from '../queries/find-collection.ts';
import { type HeldFile, type HeldPreview, type PreviewFiles, removedOnRelease } from '../uploads/preview-files.ts';
import type { OpenBodies, OpenBody } from '../uploads/open-bodies.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { accountOf, callerOf, type Handler, requireIdentity } from './authentication.ts';
import { idInHeader, isBodyless } from './bodies.ts';
import { senderOf } from './client-address.ts';
import { collectionOf } from './collections.ts';
import { HttpRefusal } from './errors.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import { ticketsPreview } from './schemas/preview-responses.ts';
import { onDuplicateOf } from './tickets.ts';
import { breakOff, fileOf, spoolForm, spoolJson, whileConnected } from './spooled-bodies.ts';

type Dependencies = {
  readonly previewing: Pick<Ingest, 'preview' | 'abandon'>;
  readonly findCollection: FindCollection;
  readonly spoolFolder: Pick<SpoolFolder, 'path'>;
  readonly previewFiles: PreviewFiles;
  readonly openBodies: OpenBodies;
  /** Lists of remarks that are made and read, of a user, and the long ones of a customer: each lies in a file until its client has read it. */
  readonly openRemarks: { readonly ofUser: OpenStreams; readonly long: OpenStreams };
  readonly newId: () => string;
};

/** What a request for a preview has: a file, or how one that is kept is to be read. */
type Sent = { readonly spooled: Spooled | undefined; readonly table: TableChoice };

/** …/tickets/preview and the previews of a collection. */
export const previewHandlers = (dependencies: Dependencies) => ({
  previewTickets: previewHandler(dependencies),
  deletePreview: deletePreviewHandler(dependencies),
});

/**
 * POST …/tickets/preview on either surface: takes what the uploads take and stores nothing. The file is kept under `Preview-Id`, which the client may
 * choose; a request without a file that names it previews it again.
 */
const previewHandler = (dependencies: Dependencies): Handler => {
  const preview = previewOf(dependencies);
  return async (request, response) => {
    if (!isBodyless(request) && !wantsRemarks(request)) dependencies.previewFiles.requireFree(senderOf(response));
    const ending = new AbortController();
    const body = dependencies.openBodies(senderOf(response), () => {
      breakOff(request);
      ending.abort(new PreviewNotFound());
    });
    try {
      await preview(request, response, { body, ended: ending.signal });
    } finally {
      body.close();
    }
  };
};

/** A body, and what aborts when an erasure must not wait for it any more; its reason is for the client. */
type Opened = { readonly body: OpenBody; readonly ended: AbortSignal };

const previewOf = ({ previewing, findCollection, spoolFolder, previewFiles, openRemarks, newId }: Dependencies) => {
  const { requireRoom } = previewFiles;
  return async (request: Request, response: Response, { body, ended }: Opened): Promise<void> => {
    const chosenId = idInHeader(request, 'Preview-Id');
    const owner = { tenantId: accountOf(response).id, collectionId: collectionOf(response).id };
    const { tenantId } = owner;
    const erasedBefore = await previewFiles.newestErasure(tenantId);
    body.endIfErasedAfter(erasedBefore);
    const path = join(spoolFolder.path, spooledName({ tenantId, erasedBefore: erasedBefore ?? 0n, id: newId() }));
    const target = { path, hash: true, requireRoom, body };
    const sent = await receive(request, response, { target, mayLackFile: chosenId !== undefined });
    const key = { ...owner, previewId: chosenId ?? newId() };
    const { notNames } = collectionOf(response);
    const asked = { ...sent.table, notNames, onDuplicate: onDuplicateOf(response) };
    const hold = (): HeldPreview => {
      const held = previewFiles.hold(key);
      // It may have come before an erasure that this request came after.
      body.endIfErasedAfter(held.erasedBefore);
      return held;
    };
    const isErasedAfter = async (since: bigint | undefined) => (await previewFiles.newestErasure(tenantId)) !== since;
    const reading = { previewing, findCollection, isErasedAfter, asked, key, ended, requestId: newId() };
    if (wantsRemarks(request)) {
      const held = sent.spooled ? { ...removedOnRelease(sent.spooled), erasedBefore } : hold();
      await sendRemarks(response, held, { ...reading, body, openRemarks });
      return;
    }
    const mayUse = (collectionId: string) => mayUseCollection(callerOf(response), collectionId);
    const held = sent.spooled ? previewFiles.keep(key, { file: sent.spooled, erasedBefore }, mayUse) : hold();
    try {
      await sendPreview(response, held, reading);
    } catch (error) {
      // A file that was refused, or whose id the client does not know, is not used again.
      if (sent.spooled && (chosenId === undefined || error instanceof InvalidInput)) held.discard();
      throw error;
    } finally {
      if (ended.aborted) held.discard();
      await held.release();
    }
  };
};

/** `erasedBefore`: the newest erasure of its tenant when the file came. */
type ReadFile = HeldFile & Pick<HeldPreview, 'erasedBefore'>;

type Reading = Pick<Dependencies, 'previewing' | 'findCollection'> & {
  /** Whether its tenant has another newest erasure by now. */
  readonly isErasedAfter: (since: bigint | undefined) => Promise<boolean>;
  readonly asked: TableChoice & Pick<SpooledPreview, 'onDuplicate' | 'notNames'>;
  readonly key: PreviewKey;
  readonly ended: AbortSignal;
  readonly requestId: string;
};

const sendPreview = async (response: Response, held: HeldPreview, reading: Reading): Promise<void> => {
  const preview = await previewWhileWanted(response, held, reading);
  if (held.isKept()) response.set('Preview-Id', reading.key.previewId);
  response.json(ticketsPreview.toJson(shownTo(callerOf(response), preview)));
};

/**
 * Previews a file for as long as its client is there and no erasure waits for it; throws PreviewNotFound if one does or was asked for meanwhile, since a preview may show stored texts, and
 * CollectionNotFound if its collection was deleted meanwhile.
 */
const previewWhileWanted = async (
  response: Response,
  { file, erasedBefore }: ReadFile,
  { previewing, asked, key, ended, requestId, ...reading }: Reading & Pick<SpooledPreview, 'remarksPath'>,
): Promise<TicketsPreview> => {
  ended.throwIfAborted();
  const abandon = () => previewing.abandon(requestId);
  const stop = () => void abandon().catch(() => undefined);
  ended.addEventListener('abort', stop);
  try {
    const work = previewing.preview({ ...file, ...asked, ...key, remarksPath: reading.remarksPath }, requestId);
    const preview = await whileConnected(response, work, abandon);
    await reading.findCollection(callerOf(response), key.collectionId);
    if (await reading.isErasedAfter(erasedBefore)) throw new PreviewNotFound();
    return preview;
  } finally {
    ended.throwIfAborted();
  }
};

/** A preview without the stored texts, unless its caller may read them. */
export const shownTo = ({ scopes }: Caller, preview: TicketsPreview): TicketsPreview => {
  if (preview.updates === null || scopes.includes('read')) return preview;
  const updated = preview.updates.updated.map((ticket) => ({
    ...ticket,
    changed: ticket.changed.map((text) => ({ ...text, before: null })),
  }));
  return { ...preview, updates: { ...preview.updates, updated } };
};

/** The preview that the path names. Throws PreviewNotFound. */
export const previewInPath = ({ params }: Request, response: Response): PreviewKey => {
  const { preview_id: previewId } = params;
  if (!isUuid(previewId)) throw new PreviewNotFound();
  const owner = { tenantId: accountOf(response).id, collectionId: collectionOf(response).id };
  return { ...owner, previewId: previewId.toLowerCase() };
};

/** DELETE …/previews/{preview_id}: a file that its client does not want any more need not wait on disk until it expires. */
const deletePreviewHandler =
  ({ previewFiles }: Pick<Dependencies, 'previewFiles'>): Handler =>
  async (request, response) => {
    await previewFiles.take(previewInPath(request, response)).release();
    response.status(204).end();
  };

/** Lines of JSON. */
const remarksType = 'application/x-ndjson';

const wantsRemarks = (request: Request): boolean => request.accepts(['json', remarksType]) === remarksType;

/** In bytes: shorter lists go into the buffers of a connection. */
const longRemarks = 1024 * 1024;
/** How long a client may take to read a list. */
const readingMs = 5 * 60_000;

/** Answers with all remarks of a preview, of which the preview itself has the first; they go through a file, since there may be 200 000. */
const sendRemarks = async (
  response: Response,
  held: ReadFile,
  { body, openRemarks, ...reading }: Reading & Pick<Opened, 'body'> & Pick<Dependencies, 'openRemarks'>,
): Promise<void> => {
  const remarksPath = `${held.file.path}.${reading.requestId}`;
  try {
    await whileOpen(openRemarks.ofUser, response, async () => {
      try {
        await previewWhileWanted(response, held, { ...reading, remarksPath });
      } finally {
        await held.release();
      }
      const { size } = await stat(remarksPath);
      body.count(size);
      body.arrived(size);
      await whileOpen(size > longRemarks ? openRemarks.long : undefined, response, async () => {
        await requireIdentity(response);
        response.type(remarksType);
        // A client that goes away meanwhile is no error; an erasure waits for none that reads slowly.
        const ending = { signal: AbortSignal.any([reading.ended, AbortSignal.timeout(readingMs)]) };
        await pipeline(fileChunks(remarksPath), response, ending).catch(() => response.destroy());
      });
    });
  } finally {
    await rm(remarksPath, { force: true });
  }
};

type Receiving = { readonly target: Parameters<typeof spoolForm>[2]; readonly mayLackFile: boolean };

const receive = async (request: Request, response: Response, { target, mayLackFile }: Receiving): Promise<Sent> => {
  if (mayLackFile && isBodyless(request)) return { spooled: undefined, table: { columns: new Map() } };
  if (!isForm(request)) {
    const spooled = await spoolJson(request, response, target);
    return { spooled, table: { columns: spooled.columns } };
  }
  const form = await spoolForm(request, response, target);
  return mayLackFile ? form : { ...form, spooled: fileOf(form) };
};

const isForm = (request: Request): boolean => {
  const type = request.is(['application/json', 'multipart/form-data']);
  if (type) return type === 'multipart/form-data';
  throw new HttpRefusal(400, 'Content-Type must be application/json or multipart/form-data');
};
