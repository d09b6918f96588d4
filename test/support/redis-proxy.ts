import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { endTogether } from './tcp-proxy.ts';

/** An error in the place of the server's reply to a command, whose name is in upper case; undefined: the server replies. */
export type RedisFault = (command: string) => string | undefined;

export type RedisProxy = {
  readonly url: string;
  /** From now on. */
  readonly interfere: (fault: RedisFault) => void;
  /** New connections lead to another port. */
  readonly leadTo: (port: number) => void;
};

/** A proxy in front of a Redis that has some commands refused; it closes with the test. */
export const startRedisProxy = async (t: Pick<ExecutionContext, 'teardown'>, port: number): Promise<RedisProxy> => {
  const open = new Set<Socket>();
  let target = port;
  let fault: RedisFault = () => undefined;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    endTogether(client, upstream, open);
    upstream.pipe(client);
    client.on('data', (bytes) => {
      for (const command of commandsIn(bytes.toString('latin1'))) {
        const refusal = fault(command.name);
        upstream.write(refusal === undefined ? command.text : scriptThatFails(refusal), 'latin1');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interfere: (next) => {
      fault = next;
    },
    leadTo: (next) => {
      target = next;
    },
  };
};

/** A command whose reply is the error, in its turn. */
const scriptThatFails = (refusal: string): string => {
  const words = ['EVAL', 'return redis.error_reply(ARGV[1])', '0', refusal];
  return [`*${words.length}`, ...words.flatMap((word) => [`$${word.length}`, word]), ''].join('\r\n');
};

/** Small commands arrive whole: each begins with the number of its words and has the length before each word. */
const commandsIn = (text: string): readonly { readonly name: string; readonly text: string }[] =>
  text.split(/(?=^\*\d+\r\n)/m).map((command) => ({
    name: (/^\*\d+\r\n\$\d+\r\n(\w+)/.exec(command)?.[1] ?? '').toUpperCase(),
    text: command,
  }));
