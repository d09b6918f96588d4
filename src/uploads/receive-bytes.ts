import { createHash } from 'node:crypto';
import type { ReceivedBytes } from '../ports/ingest.ts';
import { contentInspector } from '../ticket-files/file-content.ts';

/** Counts, inspects and (if asked to) hashes the bytes of an upload while they are written to disk, so that they are read only once later. */
export const receiveBytes = ({ hash }: { readonly hash: boolean }) => {
  const sha256 = hash ? createHash('sha256') : undefined;
  const inspector = contentInspector();
  let bytes = 0;
  return {
    /** Returns how many bytes have been received so far. */
    write: (chunk: Buffer): number => {
      sha256?.update(chunk);
      inspector.write(chunk);
      return (bytes += chunk.length);
    },
    end: (): ReceivedBytes => ({ bytes, sha256: sha256?.digest('hex') ?? null, content: inspector.end() }),
  };
};
