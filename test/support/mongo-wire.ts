import type { Socket } from 'node:net';
import { BSON } from 'mongodb';

/** Messages of MongoDB's wire protocol: OP_MSG, and OP_QUERY with its OP_REPLY, in which a driver says its first hello. */
const [opReply, opQuery, opMsg] = [1, 2_004, 2_013];

/** Calls for each message that arrives. */
export const onMessage = (socket: Socket, received: (message: Buffer) => void): void => {
  let bytes = Buffer.alloc(0);
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    while (bytes.length >= 16 && bytes.length >= bytes.readInt32LE(0)) {
      const message = bytes.subarray(0, bytes.readInt32LE(0));
      bytes = bytes.subarray(message.length);
      received(message);
    }
  });
};

/** The number of a message, and of that which it answers. */
export const numberOf = (message: Buffer): number => message.readInt32LE(4);
export const answeredBy = (message: Buffer): number => message.readInt32LE(8);

/** The document of a command or an answer, without the documents that follow it in sections of their own. */
export const documentIn = (message: Buffer): BSON.Document => {
  const code = message.readInt32LE(12);
  // OP_QUERY: flags, the collection's name, two numbers; OP_REPLY: five numbers; OP_MSG: flags and the kind of the section.
  const start = code === opQuery ? message.indexOf(0, 20) + 9 : code === opReply ? 36 : 21;
  return BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)), { useBigInt64: true });
};

/** An answer to a command. */
export const answerTo = (command: Buffer, document: BSON.Document): Buffer => {
  const isQuery = command.readInt32LE(12) === opQuery;
  const body = BSON.serialize(document);
  const prefix = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) prefix.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  [16 + prefix.length + body.length, 1, numberOf(command), isQuery ? opReply : opMsg].forEach((number, index) =>
    header.writeInt32LE(number, index * 4),
  );
  return Buffer.concat([header, prefix, body]);
};
