import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileChanged } from './failures.ts';
import { fileTickets, type TicketPlace } from './file-tickets.ts';
import type { Options } from './options.ts';
import { partBody } from './part-body.ts';
import type { PlannedPart } from './plan-parts.ts';
import type { Delivery } from './precedent.ts';

/** A part whose body lies in a file without a name, and where in the user's file each of its tickets stands. */
export type Part = PlannedPart & Delivery & { readonly places: readonly TicketPlace[] };

/** How many bytes are written or read at a time. */
const bytesAtOnce = { written: 1 << 20, read: 64 * 1024 };

/** Reads the file a second time, part by part, in the order of the plan; one part at a time lies on disk. Throws FileChanged. */
export const partReader = ({ file, columns }: Pick<Options, 'file' | 'columns'>) => {
  const tickets = fileTickets(file, { columns });
  let spool: FileHandle | undefined;
  return {
    next: async (planned: PlannedPart): Promise<Part> => {
      await spool?.close();
      spool = await namelessFile();
      const handle = spool;
      const pending = gathered();
      const body = partBody(pending.add);
      const places: TicketPlace[] = [];
      while (places.length < planned.tickets) {
        const { value: ticket, done } = await tickets.next();
        if (done) throw new FileChanged();
        if ('detail' in ticket) continue;
        body.add(ticket.json);
        places.push({ index: ticket.index, row: ticket.row });
        if (pending.bytes() >= bytesAtOnce.written) await handle.appendFile(pending.take());
      }
      const { bytes, digest } = body.end();
      if (digest !== planned.digest) throw new FileChanged();
      await handle.appendFile(pending.take());
      return { ...planned, bytes, places, read: () => chunksOf(handle, bytes) };
    },
    close: async (): Promise<void> => {
      await spool?.close();
      await tickets.return();
    },
  };
};

const gathered = () => {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add: (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
    },
    bytes: () => bytes,
    take: (): Buffer => {
      const all = Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
      return all;
    },
  };
};

/** It holds people's texts: only its owner can open it, and it goes with this process, however that ends. */
const namelessFile = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `precedent-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  return handle;
};

/** Not the handle's own stream, which closes the handle where it is broken off: it is to be read again. */
async function* chunksOf(handle: FileHandle, bytes: number): AsyncGenerator<Buffer, void> {
  for (let position = 0; position < bytes;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesAtOnce.read), { position });
    if (bytesRead === 0) throw new Error('The spooled part ends before its end');
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
