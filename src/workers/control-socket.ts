import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { ProjectionName } from '../ports/projected.ts';
import type { WriterMethods } from './writer-methods.ts';

/** One operation, a line of JSON from a script. */
export type ControlRequest = {
  readonly operation: 'replay';
  readonly projection: ProjectionName;
  readonly accept: boolean;
};

/** Lines of JSON back: how far it has come, then how it ended. Positions and counts are numbers as text. */
export type ControlReply =
  | { readonly kind: 'progress'; readonly position: string; readonly goal: string }
  | {
      readonly kind: 'done';
      readonly before: number;
      readonly after: number;
      readonly same: boolean;
      readonly switched: boolean;
    }
  | { readonly kind: 'failed'; readonly message: string };

type Writer = Pick<WriterMethods, 'replay' | 'replayProgress'>;

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
    const request = JSON.parse(line) as ControlRequest;
    await runReplay(writer, request, send);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
  }
};

/** Runs one replay and tells of its progress twice a second. */
export const runReplay = async (
  writer: Writer,
  { projection, accept }: Pick<ControlRequest, 'projection' | 'accept'>,
  send: (reply: ControlReply) => void,
): Promise<void> => {
  const ticker = setInterval(() => {
    writer.replayProgress().then(
      (progress) => {
        if (progress) send({ kind: 'progress', position: String(progress.position), goal: String(progress.goal) });
      },
      () => undefined,
    );
  }, 500);
  try {
    const { before, after, same, switched } = await writer.replay(projection, accept);
    send({ kind: 'done', before: before.count, after: after.count, same, switched });
  } finally {
    clearInterval(ticker);
  }
};
