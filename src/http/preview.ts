import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Caller } from '../domain/access-key.ts';
import { InvalidInput, PreviewNotFound } from '../domain/errors.ts';
import { spooledName } from '../platform/spooled-name.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Ingest, PreviewKey, Spooled, SpooledPreview, TableChoice, TicketsPreview } from '../ports/ingest.ts';
import { type HeldFile, type PreviewFiles, removedOnRelease } from '../uploads/preview-files.ts';
import type { OpenBodies, OpenBody } from '../uploads/open-bodies.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { accountOf, callerOf, type Handler } from './authentication.ts';
import { idInHeader, isBodyless } from './bodies.ts';
import { collectionOf } from './collections.ts';
import { HttpRefusal } from './errors.ts';
import { ticketsPreview } from './schemas/preview-responses.ts';
import { onDuplicateOf } from './tickets.ts';
import { breakOff, fileOf, spoolForm, spoolJson, whileConnected } from './spooled-bodies.ts';

type Dependencies = {
  readonly previewing: Pick<Ingest, 'preview' | 'abandon'>;
  readonly spoolFolder: Pick<SpoolFolder, 'path'>;
  readonly previewFiles: PreviewFiles;
  readonly openBodies: OpenBodies;
  readonly now: () => Date;
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
    const body = dependencies.openBodies(accountOf(response).id, () => breakOff(request));
    try {
      await preview(request, response, body);
    } finally {
      body.close();
    }
  };
};

const previewOf = ({ previewing, spoolFolder, previewFiles, now, newId }: Dependencies) => {
  const { requireRoom } = previewFiles;
  return async (request: Request, response: Response, body: OpenBody): Promise<void> => {
    const chosenId = idInHeader(request, 'Preview-Id');
    const owner = { tenantId: accountOf(response).id, collectionId: collectionOf(response).id };
    const { tenantId } = owner;
    const erasedBefore = await previewFiles.newestErasure(tenantId);
    const path = join(spoolFolder.path, spooledName({ tenantId, since: now(), id: newId() }));
    const target = { path, hash: true, requireRoom, body };
    const sent = await receive(request, response, { target, mayLackFile: chosenId !== undefined });
    const key = { ...owner, previewId: chosenId ?? newId() };
    const { notNames } = collectionOf(response);
    const asked = { ...sent.table, notNames, onDuplicate: onDuplicateOf(response) };
    if (request.accepts(['json', remarksType]) === remarksType) {
      const held = sent.spooled ? removedOnRelease(sent.spooled) : previewFiles.hold(key);
      await sendRemarks(response, held, { previewing, asked, key, requestId: newId() });
      return;
    }
    const held = sent.spooled ? previewFiles.keep(key, { file: sent.spooled, erasedBefore }) : previewFiles.hold(key);
    try {
      const requestId = newId();
      const work = previewing.preview({ ...held.file, ...asked, ...key }, requestId);
      const preview = await whileConnected(response, work, () => previewing.abandon(requestId));
      if (held.isKept()) response.set('Preview-Id', key.previewId);
      response.json(ticketsPreview.toJson(shownTo(callerOf(response), preview)));
    } catch (error) {
      // A file that was refused, or whose id the client does not know, is not used again.
      if (sent.spooled && (chosenId === undefined || error instanceof InvalidInput)) held.discard();
      throw error;
    } finally {
      await held.release();
    }
  };
};

/** A preview without the stored texts, unless its caller may read them. */
const shownTo = ({ scopes }: Caller, preview: TicketsPreview): TicketsPreview => {
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

type Remarks = Pick<Dependencies, 'previewing'> & {
  readonly asked: TableChoice & Pick<SpooledPreview, 'onDuplicate' | 'notNames'>;
  readonly key: PreviewKey;
  readonly requestId: string;
};

/** Answers with all remarks of a preview, of which the preview itself has the first; they go through a file, since there may be 200 000. */
const sendRemarks = async (
  response: Response,
  held: HeldFile,
  { previewing, asked, key, requestId }: Remarks,
): Promise<void> => {
  const remarksPath = `${held.file.path}.${requestId}`;
  try {
    const work = previewing.preview({ ...held.file, ...asked, ...key, remarksPath }, requestId);
    await whileConnected(response, work, () => previewing.abandon(requestId));
    response.type(remarksType);
    // A client that goes away meanwhile is no error.
    await pipeline(createReadStream(remarksPath), response).catch(() => response.destroy());
  } finally {
    await rm(remarksPath, { force: true });
    await held.release();
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
