import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Handles one request; calls `send` once for each reply. */
export type RequestHandler = (request: unknown, send: (reply: object) => void) => Promise<void>;

/** Serves requests of scripts, a line of JSON each, over a Unix socket that only its owner can use; replies are lines of JSON. */
export const controlSocket = async (path: string, handle: RequestHandler): Promise<{ readonly close: () => void }> => {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // The script has ended; the operation it requested continues.
    socket.on('error', () => socket.destroy());
    const send = (reply: object) => void socket.write(`${JSON.stringify(reply)}\n`);
    createInterface({ input: socket }).on('line', (line) => {
      void handleLine(handle, line, send).finally(() => socket.end());
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

const handleLine = async (handle: RequestHandler, line: string, send: (reply: object) => void): Promise<void> => {
  try {
    await handle(JSON.parse(line), send);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
  }
};
