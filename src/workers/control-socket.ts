import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Operation, OperationProgress, OperationReport } from './operations/operation.ts';
import type { WriterMethods } from './writer-methods.ts';

/** Lines of JSON back for an operation asked in a line of JSON: how far it has come, then how it ended. */
export type ControlReply =
  | ({ readonly kind: 'progress' } & OperationProgress)
  | ({ readonly kind: 'done' } & OperationReport)
  | { readonly kind: 'failed'; readonly message: string };

type Writer = Pick<WriterMethods, 'operate' | 'operationProgress'>;

/** Operations run in the service that runs: scripts ask it over a Unix socket that only its owner can use. */
export const controlSocket = async (path: string, writer: Writer): Promise<{ readonly close: () => void }> => {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // The script was ended: what it asked for goes on, and nobody listens to it any more.
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) => {
      void answer(writer, line, (reply) => void socket.write(`${JSON.stringify(reply)}\n`)).finally(() => socket.end());
    });
  });
  const umask = process.umask(0o177);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  }).finally(() => process.umask(umask));
  chmodSync(path, 0o600);
  return {
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};

const answer = async (writer: Writer, line: string, send: (reply: ControlReply) => void): Promise<void> => {
  try {
    await runOperation(writer, JSON.parse(line) as Operation, send);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
  }
};

/** Runs one operation and tells of its progress twice a second. */
export const runOperation = async (
  writer: Writer,
  operation: Operation,
  send: (reply: ControlReply) => void,
): Promise<void> => {
  const ticker = setInterval(() => {
    writer.operationProgress().then(
      (progress) => {
        if (progress) send({ kind: 'progress', ...progress });
      },
      () => undefined,
    );
  }, 500);
  try {
    send({ kind: 'done', ...(await writer.operate(operation)) });
  } finally {
    clearInterval(ticker);
  }
};
