import { join } from 'node:path';
import type { Request } from 'express';
import { InvalidInput } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';
import type { Ingest, SpooledUpload } from '../ports/ingest.ts';
import type { UploadResult } from '../uploads/upload.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { accountOf, type Handler } from './authentication.ts';
import { collectionOf } from './collections.ts';
import { uploadResult } from './schemas/upload-responses.ts';
import { spoolFile, spoolJson, workOnSpooled } from './spooled-bodies.ts';

type Dependencies = {
  readonly ingest: Pick<Ingest, 'upload' | 'abandon'>;
  readonly spoolFolder: SpoolFolder;
  readonly newId: () => string;
  /** Called after every successful upload. */
  readonly answered: (result: UploadResult) => void;
};

/** The upload endpoints: JSON on either surface, and a file. */
export const ticketHandlers = ({ ingest, spoolFolder, newId, answered }: Dependencies) => {
  const upload =
    (spool: typeof spoolJson): Handler =>
    async (request, response) => {
      const { chosenId, surface } = uploadHead(request);
      const spooled = await spool(request, response, {
        path: join(spoolFolder.path, newId()),
        hash: chosenId !== undefined,
        requireRoom: spoolFolder.requireRoom,
      });
      const owner = { tenantId: accountOf(response).id, collectionId: collectionOf(response).id };
      const spooledUpload: SpooledUpload = { ...spooled, ...owner, uploadId: chosenId ?? newId(), surface };
      response.location(uploadPath(spooledUpload));
      const result = await workOnSpooled(response, spooled, {
        requestId: newId(),
        work: (requestId) => ingest.upload(spooledUpload, requestId),
        abandon: ingest.abandon,
      });
      answered(result);
      response.json(uploadResult.toJson(result));
    };
  return { uploadJson: upload(spoolJson), uploadFile: upload(spoolFile) };
};

/** The id that the client chose for its upload, and the surface it uses. Throws InvalidInput; called before the body is read. */
const uploadHead = (request: Request) => {
  const chosenId = request.get('Upload-Id');
  if (chosenId !== undefined && !isUuid(chosenId)) throw new InvalidInput('Upload-Id must be a UUID');
  const surface = request.path.startsWith('/api/v1/') ? ('api' as const) : ('web' as const);
  return { chosenId: chosenId?.toLowerCase(), surface };
};

/** The path of an upload's record, on the surface that it was sent to. */
const uploadPath = ({
  surface,
  collectionId,
  uploadId,
}: Pick<SpooledUpload, 'surface' | 'collectionId' | 'uploadId'>): string =>
  `/api/${surface === 'api' ? 'v1/' : ''}collections/${collectionId}/uploads/${uploadId}`;
