import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import type { BSON, Db } from 'mongodb';
import { answeredBy, answerTo, documentIn, numberOf, onMessage } from './mongo-wire.ts';
import { endTogether, resetConnection } from './tcp-proxy.ts';

/** What becomes of a command: its connection breaks, it is answered in the server's place, or the server's answer is changed. Else it passes. */
export type Fate =
  | 'break'
  | { readonly answer: BSON.Document }
  | { readonly change: (answer: BSON.Document) => BSON.Document }
  | undefined;

export type MongoProxy = {
  readonly url: string;
  /** `host:port` */
  readonly address: string;
  /** Decides about every command from now on. */
  readonly decide: (fateOf: (command: BSON.Document) => Fate) => void;
  /** Ends every connection, as a server that is killed. */
  readonly cut: () => void;
};

/** A proxy of MongoDB's wire protocol before the server of a URL; it closes with the test. */
export const startMongoProxy = async (t: Pick<ExecutionContext, 'teardown'>, target: string): Promise<MongoProxy> => {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let fateOf: (command: BSON.Document) => Fate = () => undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    endTogether(client, upstream, open);
    relay(client, upstream, (command) => fateOf(command));
  });
  const cut = () => {
    for (const socket of open) resetConnection(socket);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    cut();
  });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = Object.assign(new URL(target), { host: address }).href;
  return { url, address, cut, decide: (decision) => (fateOf = decision) };
};

const greetings = new Set(['hello', 'ismaster', 'isMaster']);

const isGreeting = (command: BSON.Document): boolean => greetings.has(Object.keys(command)[0] ?? '');

/** Without its version of the topology a driver asks a server again what it is, instead of waiting until it says that it has changed. */
const withoutVersion = ({ topologyVersion: _version, ...answer }: BSON.Document): BSON.Document => answer;

const relay = (client: Socket, upstream: Socket, fateOf: (command: BSON.Document) => Fate): void => {
  const changes = new Map<number, (answer: BSON.Document) => BSON.Document>();
  onMessage(client, (message) => {
    const command = documentIn(message);
    const fate = fateOf(command) ?? (isGreeting(command) ? { change: withoutVersion } : undefined);
    if (fate === 'break') resetConnection(client);
    else if (fate && 'answer' in fate) client.write(answerTo(message, fate.answer));
    else {
      if (fate) changes.set(numberOf(message), (answer) => fate.change(answer));
      upstream.write(message);
    }
  });
  onMessage(upstream, (message) => {
    const change = changes.get(answeredBy(message));
    changes.delete(answeredBy(message));
    client.write(change ? changed(message, change) : message);
  });
};

/** The same answer with another document. */
const changed = (answer: Buffer, change: (document: BSON.Document) => BSON.Document): Buffer => {
  const command = Buffer.from(answer);
  command.writeInt32LE(answeredBy(answer), 4);
  const isReply = answer.readInt32LE(12) === 1;
  if (isReply) command.writeInt32LE(2_004, 12);
  return answerTo(command, change(documentIn(answer)));
};

/** Passes on everything, but greetings as those of a member of a replica set. */
export const asMember =
  (address: string, more: BSON.Document = {}) =>
  (command: BSON.Document): Fate => {
    const member = { setName: 'rs', setVersion: 1, hosts: [address], me: address, primary: address, ...more };
    return isGreeting(command) ? { change: (answer) => ({ ...withoutVersion(answer), ...member }) } : undefined;
  };

/** Keeps a database's documents; the returned function brings them back, as a server that has lost all that came after. */
export const stateOf = async (db: Db): Promise<() => Promise<void>> => {
  const names = async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const kept = new Map<string, BSON.Document[]>();
  for (const name of await names()) kept.set(name, await db.collection(name).find().toArray());
  return async () => {
    for (const name of await names()) {
      const documents = kept.get(name) ?? [];
      await db.collection(name).deleteMany({});
      if (documents.length > 0) await db.collection(name).insertMany(documents);
    }
  };
};
