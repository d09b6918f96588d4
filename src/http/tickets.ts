import { join } from 'node:path';
import type { Request, Response } from 'express';
import { InvalidInput } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';
import type { Ingest, Spooled, SpooledUpload } from '../ports/ingest.ts';
import type { UploadResult } from '../uploads/upload.ts';
import { accountOf, type Handler } from './authentication.ts';
import { spoolFile, spoolJson } from './bodies.ts';
import { collectionOf } from './collections.ts';
import { uploadResult } from './schemas/upload-responses.ts';
import { workOnSpooled } from './spooled-work.ts';

type Dependencies = {
  readonly ingest: Pick<Ingest, 'upload' | 'abandon'>;
  readonly spoolFolder: string;
  readonly newId: () => string;
  /** Told of every upload that was answered. */
  readonly answered: (result: UploadResult) => void;
};

/** The three uploads of the contract: JSON on either surface, and a file. */
export const ticketHandlers = ({ ingest, spoolFolder, newId, answered }: Dependencies) => {
  const process = async (response: Response, kind: SpooledUpload['kind'], spooled: Spooled) => {
    const { chosen, surface } = headOf(response);
    const uploadId = chosen ?? newId();
    const collectionId = collectionOf(response).id;
    response.location(uploadPath({ surface, collectionId, uploadId }));
    const upload = { tenantId: accountOf(response).id, collectionId, uploadId, surface };
    const repeatable = chosen !== undefined;
    const result = await workOnSpooled(response, spooled, {
      requestId: newId(),
      work: (requestId) => ingest.upload({ ...spooled, kind, ...upload, repeatable }, requestId),
      abandon: ingest.abandon,
    });
    answered(result);
    response.json(uploadResult.toJson(result));
  };
  return {
    uploadJson: (async (request: Request, response: Response) => {
      headOf(response);
      await process(response, 'body', await spoolJson(request, response, join(spoolFolder, newId())));
    }) satisfies Handler,
    uploadFile: (async (request: Request, response: Response) => {
      headOf(response);
      const at = { folder: spoolFolder, name: newId() };
      await process(response, 'file', await spoolFile(request, response, at));
    }) satisfies Handler,
  };
};

/** What an upload's head says: the id that its client chose, and the surface it came by. Throws InvalidInput, before any body is read. */
const headOf = ({ req: request }: Response) => {
  const chosen = request.get('Upload-Id');
  if (chosen !== undefined && !isUuid(chosen)) throw new InvalidInput('Upload-Id must be a UUID');
  const surface = request.path.startsWith('/api/v1/') ? ('api' as const) : ('web' as const);
  return { chosen: chosen?.toLowerCase(), surface };
};

/** Where an upload can be looked up, on the surface that it came by. */
export const uploadPath = ({
  surface,
  collectionId,
  uploadId,
}: Pick<SpooledUpload, 'surface' | 'collectionId' | 'uploadId'>): string =>
  `/api/${surface === 'api' ? 'v1/' : ''}collections/${collectionId}/uploads/${uploadId}`;
