import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from './api-client.ts';
import { FileChanged } from './failures.ts';
import { type FileTicket, fileTickets, type SkippedTicket, type TicketPosition } from './file-tickets.ts';
import type { Options } from './options.ts';
import { partBody } from './part-body.ts';
import type { PlannedPart } from './plan-parts.ts';

/** A part with its body in an unlinked temporary file, and the positions of its tickets in the user's file. */
export type Part = PlannedPart & Delivery & { readonly positions: readonly TicketPosition[] };

const chunkBytes = { write: 1 << 20, read: 64 * 1024 };

/** Reads the file a second time, part by part in the order of the plan, with one part at a time on disk; `onSkipped` gets the tickets that are not sent. Throws FileChanged. */
export const partReader = (
  { file, columns, place }: Pick<Options, 'file' | 'columns' | 'place'>,
  onSkipped: (ticket: SkippedTicket) => Promise<void> = () => Promise.resolve(),
) => {
  const tickets = sentTickets(fileTickets(file, { columns, ...place }), onSkipped);
  let spool: FileHandle | undefined;
  return {
    next: async (planned: PlannedPart): Promise<Part> => {
      await spool?.close();
      spool = await unlinkedFile();
      const handle = spool;
      const pending = byteBuffer();
      const body = partBody(pending.add);
      const positions: TicketPosition[] = [];
      while (positions.length < planned.tickets) {
        const { value: ticket, done } = await tickets.next();
        if (done) throw new FileChanged();
        body.add(ticket.json);
        positions.push({ index: ticket.index, row: ticket.row });
        if (pending.bytes() >= chunkBytes.write) await handle.appendFile(pending.take());
      }
      const { bytes, digest } = body.end();
      if (digest !== planned.digest) throw new FileChanged();
      await handle.appendFile(pending.take());
      return { ...planned, bytes, positions, read: () => chunksOf(handle, bytes) };
    },
    /** Passes over what is behind the last part. */
    rest: async (): Promise<void> => {
      await tickets.next();
    },
    close: async (): Promise<void> => {
      await spool?.close();
      await tickets.return();
    },
  };
};

/** The tickets of a file that are sent; the others are passed over. */
async function* sentTickets(
  tickets: AsyncIterable<FileTicket>,
  onSkipped: (ticket: SkippedTicket) => Promise<void>,
): AsyncGenerator<Extract<FileTicket, { readonly json: Buffer }>, void> {
  for await (const ticket of tickets) {
    if ('json' in ticket) yield ticket;
    else if ('skip' in ticket) await onSkipped(ticket);
  }
}

const byteBuffer = () => {
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

/** It contains personal data: readable by its owner only, and gone with this process, however it ends. */
const unlinkedFile = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `precedent-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  return handle;
};

/** Not `createReadStream`, which closes the handle when it is interrupted: a retry reads the file again. */
async function* chunksOf(handle: FileHandle, bytes: number): AsyncGenerator<Buffer, void> {
  for (let position = 0; position < bytes;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(chunkBytes.read), { position });
    if (bytesRead === 0) throw new Error('The spooled part ends before its end');
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
