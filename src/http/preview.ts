import { join } from 'node:path';
import type { Request } from 'express';
import type { Ingest } from '../ports/ingest.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { accountOf, type Handler } from './authentication.ts';
import { collectionOf } from './collections.ts';
import { HttpRefusal } from './errors.ts';
import { ticketsPreview } from './schemas/upload-responses.ts';
import { spoolFile, spoolJson, workOnSpooled } from './spooled-bodies.ts';

type Dependencies = {
  readonly previewing: Pick<Ingest, 'preview' | 'abandon'>;
  readonly spoolFolder: SpoolFolder;
  readonly newId: () => string;
};

/** POST …/tickets/preview on either surface: takes what the uploads take and stores nothing. */
export const previewHandler =
  ({ previewing, spoolFolder, newId }: Dependencies): Handler =>
  async (request, response) => {
    const spool = isForm(request) ? spoolFile : spoolJson;
    const { path, requireRoom } = spoolFolder;
    const spooled = await spool(request, response, { path: join(path, newId()), hash: false, requireRoom });
    const owner = { tenantId: accountOf(response).id, collectionId: collectionOf(response).id };
    const preview = await workOnSpooled(response, spooled, {
      requestId: newId(),
      work: (requestId) => previewing.preview({ ...spooled, ...owner }, requestId),
      abandon: previewing.abandon,
    });
    response.json(ticketsPreview.toJson(preview));
  };

const isForm = (request: Request): boolean => {
  const type = request.is(['application/json', 'multipart/form-data']);
  if (type) return type === 'multipart/form-data';
  throw new HttpRefusal(400, 'Content-Type must be application/json or multipart/form-data');
};
