import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import type { UploadResult } from '../commands/upload-tickets.ts';
import { accountOf, type Handler } from './authentication.ts';
import { type Spooled, spoolFile, spoolJson } from './bodies.ts';
import { collectionOf } from './collections.ts';

/** An upload whose body lies in a file, for the thread that reads, cleans and embeds. */
export type SpooledUpload = Spooled & {
  readonly kind: 'body' | 'file';
  readonly tenantId: string;
  readonly collectionId: string;
  readonly uploadId: string;
};

/** Where uploads are processed, away from the thread that routes. */
export type Ingest = {
  readonly upload: (upload: SpooledUpload) => Promise<UploadResult>;
  /** The client has gone: the upload ends at its next batch. */
  readonly abandon: (uploadId: string) => Promise<void>;
};

type Needs = {
  readonly ingest: Ingest;
  readonly spoolFolder: string;
  readonly newId: () => string;
  /** Told of every upload that was answered. */
  readonly answered: (result: UploadResult) => void;
};

/** The three uploads of the contract: JSON on either surface, and a file. */
export const ticketHandlers = ({ ingest, spoolFolder, newId, answered }: Needs) => {
  const process = async (response: Response, kind: SpooledUpload['kind'], spooled: Spooled) => {
    const uploadId = newId();
    const gone = () => {
      if (!response.writableFinished) void ingest.abandon(uploadId).catch(() => undefined);
    };
    response.once('close', gone);
    try {
      const result = await ingest.upload({
        ...spooled,
        kind,
        tenantId: accountOf(response).id,
        collectionId: collectionOf(response).id,
        uploadId,
      });
      answered(result);
      const { processed, skipped, collectionTicketCount } = result;
      response.json({ processed, skipped, collection_ticket_count: collectionTicketCount });
    } finally {
      response.off('close', gone);
      await rm(spooled.path, { force: true });
    }
  };
  return {
    uploadJson: (async (request: Request, response: Response) => {
      await process(response, 'body', await spoolJson(request, response, join(spoolFolder, newId())));
    }) satisfies Handler,
    uploadFile: (async (request: Request, response: Response) => {
      const at = { folder: spoolFolder, name: newId() };
      await process(response, 'file', await spoolFile(request, response, at));
    }) satisfies Handler,
  };
};
