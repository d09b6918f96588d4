/**
 * EventStoreDB as its clients see it, in memory, on the client's own protocol definitions, to be killed, frozen and cut.
 *
 * Modelled: Append, BatchAppend, Read (a stream, the whole log, filtered subscriptions with checkpoints, caughtUp and backpressure), Delete and
 * ServerFeatures; expected revisions and idempotent repeats as the server judges them; one record and one position for each event; the limit of
 * 1 MiB; soft deletion (events stay in $all, NO_STREAM is accepted again and numbering goes on); the server's own events in $all; servers before
 * 22.6 (`old`).
 *
 * Not modelled: clusters, gossip and leaders; TLS, users and access rules; scavenges; links, projections and persistent subscriptions; $maxCount,
 * $maxAge and other metadata; tombstones; explicit transactions; the server's time limits on appends; the bounded memory of event ids behind repeats
 * with `any`; positions that are not those of a record; fellBehind; read limits; a power cut.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { sendUnaryData } from '@grpc/grpc-js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { appendCalls } from './append-calls.ts';
import { faults } from './faults.ts';
import { eventLog } from './log.ts';
import { readCalls } from './read-calls.ts';

/** Where it listens (any free port by default), the file that keeps its events, and whether it is a server of before 22.6. */
export type DoubleOptions = { readonly port?: number; readonly file?: string; readonly old?: boolean };

/** Starts a double. Clients reach it through a gate of plain TCP, which is where it is killed, frozen and cut off; what it has written stays. */
export const startDouble = async ({ port = 0, file, old = false }: DoubleOptions = {}) => {
  /** Each socket and where its bytes go. */
  const pipes = new Map<Socket, Socket>();
  let frozen = false;
  const cut = () => {
    for (const socket of pipes.keys()) socket.destroy();
  };
  const log = eventLog(file);
  const trouble = faults(cut);
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  server.addService(streamsGrpc.StreamsService, {
    ...appendCalls(log, trouble),
    ...readCalls(log, { faults: trouble, old }),
  });
  server.addService(features.ServerFeaturesService, { getSupportedMethods: supportedMethods(old) });
  const inner = await bind(server);

  const gate = createServer((socket) => {
    const behind = connect(inner, '127.0.0.1');
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      pipes.set(one, other);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        pipes.delete(one);
        other.destroy();
      });
      if (!frozen) one.pipe(other);
    }
  });
  const listen = async (at: number) => {
    gate.listen(at, '127.0.0.1');
    await once(gate, 'listening');
    return (gate.address() as AddressInfo).port;
  };
  const own = await listen(port);

  return {
    url: `esdb://127.0.0.1:${own}?tls=false`,
    port: own,
    log,
    faults: trouble,
    cut,
    /** Nobody is answered and nobody can connect until `restart`, on the same port and with what was written. */
    kill: async () => {
      const closed = once(gate, 'close');
      gate.close();
      cut();
      await closed;
    },
    restart: async () => {
      await listen(own);
    },
    /** Connections stand and nothing passes; what is sent meanwhile arrives after the thaw. */
    freeze: () => {
      frozen = true;
      for (const [from, to] of pipes) from.unpipe(to);
    },
    thaw: () => {
      frozen = false;
      for (const [from, to] of pipes) from.pipe(to);
    },
    close: () => {
      gate.close();
      cut();
      server.forceShutdown();
    },
  };
};

export type Double = Awaited<ReturnType<typeof startDouble>>;

const bind = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );

const supportedMethods =
  (old: boolean) =>
  (_call: unknown, answer: sendUnaryData<SupportedMethods>): void => {
    const supported = new featuresPb.SupportedMethods();
    supported.setEventStoreServerVersion(old ? '21.10.0' : '23.10.7');
    for (const name of ['append', 'batchappend', 'read', 'delete']) {
      const method = new featuresPb.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      supported.addMethods(method);
    }
    answer(null, supported);
  };
