import type { EventStoreDBClient } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';

type Duplex = ReturnType<StreamsClient['batchAppend']>;

/** Members of the client that open a call on its connection, with its credentials, certificates and preferred node. */
type Opener = {
  readonly GRPCStreamCreator: (
    service: typeof StreamsClient,
    name: string,
    create: (streams: StreamsClient) => Duplex,
  ) => () => Promise<Duplex>;
  readonly callArguments: (
    options: object,
    call: { readonly deadline: number },
  ) => Parameters<StreamsClient['batchAppend']>;
};

export type BatchCallEvents = {
  readonly onAnswer: (response: BatchAppendResp) => void;
  /** The call takes messages again after `write` has returned false. */
  readonly onDrain: () => void;
  /** The call is over, however it ended; called once, unless it was cancelled. */
  readonly onDrop: (error: unknown) => void;
};

export type BatchCall = {
  /** Returns false if no more should be written until `onDrain`. */
  readonly write: (message: BatchAppendReq) => boolean;
  readonly isClosed: () => boolean;
  /** Ends the call; no event follows. */
  readonly cancel: () => void;
};

/**
 * Opens a call for many appends. If it ends with an error, the client connects again for the next call, to the leader that the error names or to
 * one that it discovers. Rejects if no node is found.
 */
export const openBatchCall = async (
  client: EventStoreDBClient,
  { onAnswer, onDrain, onDrop }: BatchCallEvents,
): Promise<BatchCall> => {
  const { GRPCStreamCreator, callArguments } = client as unknown as Opener;
  let isClosed = false;
  const whileOpen =
    <Value>(react: (value: Value) => void) =>
    (value: Value) => {
      if (!isClosed) react(value);
    };
  const drop = whileOpen((error: unknown) => {
    isClosed = true;
    onDrop(error);
  });
  const open = GRPCStreamCreator(streamsGrpc.StreamsClient, 'batchAppend', (streams) => {
    const call = streams.batchAppend(...callArguments({}, { deadline: Infinity }));
    // A server that shuts down ends its half of the call without an error; the client forgets a call when both halves have ended.
    const end = () => {
      call.end();
      drop(new Error('EventStoreDB ended the call'));
    };
    return call.on('data', whileOpen(onAnswer)).on('drain', whileOpen(onDrain)).on('error', drop).on('end', end);
  });
  const duplex = await open();
  return {
    write: (message) => duplex.write(message),
    isClosed: () => isClosed,
    cancel: () => {
      isClosed = true;
      duplex.cancel();
    },
  };
};
