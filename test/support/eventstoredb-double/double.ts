/**
 * An in-memory EventStoreDB server for tests, on the client's protocol definitions, which can be killed, frozen and disconnected. It behaves as
 * EventStoreDB 23.10.6 was measured to, one node without TLS; what was not measured follows that version's source.
 *
 * Modelled: Append, BatchAppend, Read (a stream, the whole log, filtered subscriptions with checkpoints, caughtUp and backpressure), Delete,
 * Tombstone and ServerFeatures; the server's rules for expected revisions and idempotent repeats; appends sent side by side, which are
 * written in any order (measured for single calls); one record and one position for each event; the limit of 1 MiB; soft deletion (metadata in `$$stream`, events stay in $all,
 * NO_STREAM is accepted again and revisions continue; refused for a stream that never was); tombstones (`$streamDeleted` in the stream itself,
 * every later append refused); scavenges (`log.scavenge`: positions jump to the next chunk, a soft deletion keeps the last event, a tombstone none);
 * the server's own events in $all; servers before 22.6 (`old`); of a cluster, the answer of a node that no longer leads; the refusal of calls without
 * the right user (TLS is ended in front of it, test/support/tls-proxy.ts).
 *
 * Not modelled: clusters, gossip and leaders; access rules; the HTTP interface; links, projections and persistent subscriptions;
 * $maxCount, $maxAge and other metadata; explicit transactions; the server's time limits on appends; the limited number of event ids known for
 * repeats; positions that are not those of a record; fellBehind; read limits; power loss.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Server, ServerCredentials, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { sendUnaryData } from '@grpc/grpc-js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { appendCalls } from './append-calls.ts';
import { faults } from './faults.ts';
import { eventLog } from './log.ts';
import { readCalls } from './read-calls.ts';

/**
 * `port`: any free one by default; `file` keeps the events; `old`: behaves like a server before 22.6; `version`: what it calls itself; `authorization`: the
 * header without which it refuses every call.
 */
export type DoubleOptions = {
  readonly port?: number;
  readonly file?: string;
  readonly old?: boolean;
  readonly version?: string;
  readonly authorization?: string;
};

/** Starts a double behind a TCP proxy, at which it is killed, frozen and disconnected; the log stays. */
export const startDouble = async (options: DoubleOptions = {}) => {
  const { port = 0, file, old = false, version = old ? '21.10.0' : '23.10.6', authorization } = options;
  const log = eventLog(file);
  const interceptors = authorization === undefined ? [] : [refusingUnless(authorization)];
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024, interceptors });
  const proxy = tcpProxy();
  const trouble = faults(proxy.cut);
  server.addService(streamsGrpc.StreamsService, {
    ...appendCalls(log, trouble),
    ...readCalls(log, { faults: trouble, old }),
  });
  server.addService(features.ServerFeaturesService, { getSupportedMethods: supportedMethods(version) });
  proxy.forwardTo(await bind(server));
  const own = await proxy.listen(port);

  return {
    url: `esdb://127.0.0.1:${own}?tls=false`,
    port: own,
    log,
    faults: trouble,
    cut: proxy.cut,
    /** The number of connections that were accepted. */
    connections: proxy.accepted,
    /** Ends all connections and accepts none until `restart`, which uses the same port and log. */
    kill: proxy.stop,
    restart: async () => {
      await proxy.listen(own);
    },
    freeze: proxy.freeze,
    thaw: proxy.thaw,
    close: () => {
      void proxy.stop();
      server.forceShutdown();
    },
  };
};

const tcpProxy = () => {
  /** Each socket and the one that its bytes go to. */
  const pipes = new Map<Socket, Socket>();
  let target = 0;
  let frozen = false;
  let accepted = 0;
  const forward = (from: Socket, to: Socket) => {
    pipes.set(from, to);
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('close', () => {
      pipes.delete(from);
      to.destroy();
    });
    if (!frozen) from.pipe(to);
  };
  const listener = createServer((socket) => {
    accepted += 1;
    const upstream = connect(target, '127.0.0.1');
    forward(socket, upstream);
    forward(upstream, socket);
  });
  const cut = () => {
    for (const socket of pipes.keys()) socket.destroy();
  };

  return {
    forwardTo: (port: number) => {
      target = port;
    },
    listen: async (port: number) => {
      listener.listen(port, '127.0.0.1');
      await once(listener, 'listening');
      return (listener.address() as AddressInfo).port;
    },
    cut,
    accepted: () => accepted,
    stop: async () => {
      const closed = once(listener, 'close');
      listener.close();
      cut();
      await closed;
    },
    /** Connections stay open without traffic; bytes that are sent meanwhile arrive after `thaw`. */
    freeze: () => {
      frozen = true;
      for (const [from, to] of pipes) from.unpipe(to);
    },
    thaw: () => {
      frozen = false;
      for (const [from, to] of pipes) from.pipe(to);
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

/** The server refuses a wrong password and a missing one alike. */
const refusingUnless =
  (authorization: string): ServerInterceptor =>
  (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (metadata.get('authorization')[0] === authorization) pass(metadata);
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Not Authenticated' });
          },
        }),
    });

const supportedMethods =
  (version: string) =>
  (_call: unknown, answer: sendUnaryData<SupportedMethods>): void => {
    const supported = new featuresPb.SupportedMethods();
    supported.setEventStoreServerVersion(version);
    for (const name of ['append', 'batchappend', 'read', 'delete', 'tombstone']) {
      const method = new featuresPb.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      supported.addMethods(method);
    }
    answer(null, supported);
  };
