import { BSON, MongoClient, MongoServerSelectionError } from 'mongodb';
import type { ServerCheck, ServerEndpoint } from '../../ports/server-check.ts';
import { openMongo } from './connection.ts';
import { isStandalone, writeConcernOf } from './deployment.ts';

/** In ms; a check that takes longer than some seconds is given up. */
const majorityTimeoutMs = 3_000;

/**
 * Sends an update that matches no document, on a separate connection: it needs the same rights, primary and majority as the writes of the service, unlike a ping
 * or a read.
 */
export const mongoCheck = (url: string): ServerCheck => {
  const { db, client, close } = openMongo(url);
  return {
    endpoint: endpointOf(client),
    attempt: async () => {
      const writeConcern = writeConcernOf(await isStandalone(db), majorityTimeoutMs);
      try {
        const checkpoints = db.collection<{ _id: string; position: bigint }>('checkpoints');
        await checkpoints.updateOne({ _id: '' }, { $set: { position: 0n } }, { writeConcern });
      } catch (error) {
        // A member has answered before.
        throw error instanceof MongoServerSelectionError ? new Error('NO_PRIMARY', { cause: error }) : error;
      }
      return undefined;
    },
    close,
  };
};

const endpointOf = ({ options }: MongoClient): ServerEndpoint => ({
  // Those of a deployment that DNS names are known to the driver only.
  hosts: options.srvHost === undefined ? options.hosts.map(({ host = '', port = 27_017 }) => ({ host, port })) : [],
  tls: options.tls,
  caFile: options.tlsCAFile,
  acceptsAnyCertificate: options['rejectUnauthorized'] === false,
  hasCredentials: options.credentials !== undefined,
  greeting: hello(),
  isAnswer: (bytes) => bytes.length >= 16 && opCodes.includes(bytes.readInt32LE(12)),
});

/** OP_REPLY, OP_MSG and OP_COMPRESSED: what a message of a server begins with has one of them in its fourth number. */
const opCodes = [1, 2_012, 2_013];

/** The command that a driver sends first, which needs no credentials, as OP_MSG. */
const hello = (): Uint8Array => {
  const body = BSON.serialize({ hello: 1, $db: 'admin' });
  const header = Buffer.alloc(21);
  [header.length + body.length, 1, 0, 2_013, 0].forEach((number, index) => header.writeInt32LE(number, index * 4));
  return Buffer.concat([header, body]);
};
