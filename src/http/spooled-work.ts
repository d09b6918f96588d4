import { rm } from 'node:fs/promises';
import type { Response } from 'express';
import type { Spooled } from '../ports/ingest.ts';

type Work<Result> = {
  readonly requestId: string;
  readonly work: (requestId: string) => Promise<Result>;
  readonly abandon: (requestId: string) => Promise<void>;
};

/** Works on a spooled body, which is removed at the end. Where the client goes before, the work of that request is abandoned. */
export const workOnSpooled = async <Result>(
  response: Response,
  spooled: Pick<Spooled, 'path'>,
  { requestId, work, abandon }: Work<Result>,
): Promise<Result> => {
  const gone = () => {
    if (!response.writableFinished) void abandon(requestId).catch(() => undefined);
  };
  response.once('close', gone);
  try {
    return await work(requestId);
  } finally {
    response.off('close', gone);
    await rm(spooled.path, { force: true });
  }
};
