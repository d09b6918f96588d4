import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Answers one request, as often as it has something to send. */
export type Answer = (request: unknown, send: (reply: object) => void) => Promise<void>;

/** Operations run in the service that runs: scripts ask it over a Unix socket that only its owner can use. */
export const controlSocket = async (path: string, answer: Answer): Promise<{ readonly close: () => void }> => {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // The script was ended: what it asked for goes on, and nobody listens to it any more.
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) => {
      void answerLine(answer, line, (reply) => void socket.write(`${JSON.stringify(reply)}\n`)).finally(() =>
        socket.end(),
      );
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

const answerLine = async (answer: Answer, line: string, send: (reply: object) => void): Promise<void> => {
  try {
    await answer(JSON.parse(line), send);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
  }
};
