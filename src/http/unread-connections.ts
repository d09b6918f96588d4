import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readSendQueues, type SendQueue, sendQueueKey } from '../platform/send-queues.ts';
import { clientAddress } from './client-address.ts';
import { resetConnection } from './reset-connection.ts';

export type UnreadLimits = {
  /** Bytes of answers that the kernel may hold for all clients together. */
  readonly maxBytes: number;
  /** What one connection can hold: the largest send buffer of Linux (`net.ipv4.tcp_wmem`), unless it was raised. */
  readonly maxBytesOfConnection: number;
  readonly intervalMs: number;
};

/** A service in a container has 1.5 GB (`docker-compose.yml`), which these bytes count towards. */
export const unreadLimits: UnreadLimits = {
  maxBytes: 128 * 1024 * 1024,
  maxBytesOfConnection: 4 * 1024 * 1024,
  intervalMs: 100,
};

type Connection = {
  readonly key: string;
  readonly address: string;
  /** Bytes that were sent, and those that were not read, when the tables were read last. */
  sent: number;
  unread: number;
  /** When it was first seen that its client reads nothing, and has not read since. */
  fullSince: number | undefined;
};

type Unread = { readonly socket: Socket; readonly connection: Connection; readonly bytes: number };

/**
 * Bounds what the kernel holds for clients that ask and do not read: a buffer of up to 4 MB a connection, which Node cannot set or see, takes a whole answer, so that
 * its request has ended. Beyond the bound connections are reset, since the bytes of a closed one stay: those whose client has read nothing for two seconds, then those that have
 * read least, and of these the address with the most, so that a slow download outlasts strangers who do not read.
 */
export const boundUnreadConnections = ({ maxBytes, maxBytesOfConnection, intervalMs }: UnreadLimits) => {
  const connections = new Map<Socket, Connection>();
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let unreadBytes = 0;
  /** From half of the bound on, so that it is known at the bound who reads. */
  const watchedBytes = maxBytes / 2;
  const mayBeMany = (): boolean => {
    let bytes = unreadBytes;
    for (const [{ bytesWritten }, { sent }] of connections) bytes += bytesWritten - sent;
    return bytes > watchedBytes;
  };
  const reset = async (): Promise<void> => {
    if (isReading || !mayBeMany()) return;
    isReading = true;
    const queues = await readSendQueues();
    isReading = false;
    const unread = unreadIn(connections, queues);
    unreadBytes = unread.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const socket of excess(unread, maxBytes)) resetConnection(socket);
  };
  /** Fewer connections cannot hold as much. */
  const isWatched = () => connections.size * maxBytesOfConnection > watchedBytes;
  const removed = (socket: Socket): void => {
    connections.delete(socket);
    if (isWatched()) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    watch: (server: Server): void => {
      server.on('connection', (socket) => {
        const key = sendQueueKey(socket);
        if (key === undefined) return;
        const address = clientAddress(socket.remoteAddress);
        connections.set(socket, { key, address, sent: 0, unread: 0, fullSince: undefined });
        socket.once('close', () => removed(socket));
        if (isWatched()) timer ??= setInterval(() => void reset(), intervalMs).unref();
      });
    },
  };
};

/** The connections with bytes in the tables. */
const unreadIn = (
  connections: ReadonlyMap<Socket, Connection>,
  queues: ReadonlyMap<string, SendQueue>,
): readonly Unread[] => {
  const now = performance.now();
  return [...connections].flatMap(([socket, connection]): readonly Unread[] => {
    const { bytes, isFull } = queues.get(connection.key) ?? { bytes: 0, isFull: false };
    const isSame = bytes === connection.unread;
    const fullSince = isFull ? ((isSame ? connection.fullSince : undefined) ?? now) : undefined;
    Object.assign(connection, { sent: socket.bytesWritten, unread: bytes, fullSince });
    return bytes === 0 || socket.destroyed ? [] : [{ socket, connection, bytes }];
  });
};

/** Whoever reads slowly has read something within this time. */
const longStuckMs = 2_000;
/** What a client's own buffers take without its reading. */
const leastTaken = 512 * 1024;

/** Those to give up so that the others hold at most `maxBytes`. */
const excess = (unread: readonly Unread[], maxBytes: number): readonly Socket[] => {
  const ofAddresses = new Map<string, number>();
  let total = 0;
  for (const { connection, bytes } of unread) {
    ofAddresses.set(connection.address, (ofAddresses.get(connection.address) ?? 0) + bytes);
    total += bytes;
  }
  if (total <= maxBytes) return [];
  const of = ({ address }: Connection): number => ofAddresses.get(address) ?? 0;
  const now = performance.now();
  const isStuck = ({ fullSince = now }: Connection): number => (now - fullSince >= longStuckMs ? 0 : 1);
  /** In powers of two, so that of clients who have read about as much the address decides. */
  const taken = ({ connection: { sent }, bytes }: Unread): number =>
    Math.round(Math.log2(Math.max(leastTaken, sent - bytes)));
  const ordered = unread.toSorted(
    (one, other) =>
      isStuck(one.connection) - isStuck(other.connection) ||
      taken(one) - taken(other) ||
      of(other.connection) - of(one.connection) ||
      (one.connection.fullSince ?? now) - (other.connection.fullSince ?? now),
  );
  return ordered.flatMap(({ socket, bytes }) => {
    if (total <= maxBytes) return [];
    total -= bytes;
    return [socket];
  });
};
