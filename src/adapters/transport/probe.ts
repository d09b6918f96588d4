import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { finding } from '../../platform/server-trouble.ts';
import type { ServerEndpoint } from '../../ports/server-check.ts';

/** Milliseconds without any traffic after which a server counts as silent; less than that for an answer over TLS, since the handshake was one. */
const timeoutMs = 2_000;
const answerTimeoutMs = 1_500;

type Host = ServerEndpoint['hosts'][number];

/**
 * Finds out without a driver why a server cannot be used: its host, its port, its certificate, TLS, or its protocol. Returns an error with the code of
 * the operating system, of OpenSSL or of `findings`; undefined if one of the hosts answers as it should, or does not answer at all.
 */
export const probe = async (endpoint: ServerEndpoint): Promise<Error | undefined> => {
  const faults = await Promise.all(endpoint.hosts.map((host) => faultOf(endpoint, host)));
  return faults.includes(undefined) ? undefined : faults[0];
};

const faultOf = async (endpoint: ServerEndpoint, host: Host): Promise<Error | undefined> => {
  try {
    await openPlain(host, () => Promise.resolve());
    return endpoint.tls ? await faultWithTls(endpoint, host) : await faultWithoutTls(endpoint, host);
  } catch (error) {
    return error instanceof TimedOut ? undefined : (error as Error);
  }
};

const faultWithTls = async (endpoint: ServerEndpoint, host: Host): Promise<Error | undefined> => {
  try {
    return await openTls(endpoint, host, async (socket) => {
      if (!socket.authorized && !endpoint.acceptsAnyCertificate) return withCode(String(socket.authorizationError));
      return faultOfAnswer(
        endpoint,
        await Promise.race([answerOf(endpoint.greeting, socket), setTimeout(answerTimeoutMs, undefined)]),
      );
    });
  } catch {
    // No handshake: either it does not speak TLS, or nothing at all.
    const answer = await greet(endpoint.greeting, host);
    if (answer && endpoint.isAnswer(answer)) return finding('speaksPlain');
    return answer || (await speaksOtherwise(endpoint, host)) ? finding('speaksOtherwise') : undefined;
  }
};

const faultWithoutTls = async (endpoint: ServerEndpoint, host: Host): Promise<Error | undefined> => {
  const answer = await greet(endpoint.greeting, host);
  if (answer && endpoint.isAnswer(answer)) return undefined;
  if (await openTls(endpoint, host, () => Promise.resolve(true)).catch(() => false)) return finding('speaksTls');
  return answer || (await speaksOtherwise(endpoint, host)) ? finding('speaksOtherwise') : undefined;
};

/** What other products answer at once that close or ignore a connection in a protocol that they do not know. */
const greetingsOfOthers = ['PING\r\n', 'GET / HTTP/1.0\r\n\r\n'];

/** Whether a server that has not answered its own greeting answers another one. The own one is repeated: the server may only have been slow. */
const speaksOtherwise = async ({ greeting, isAnswer }: ServerEndpoint, host: Host): Promise<boolean> => {
  const answers = await Promise.all(greetingsOfOthers.map((other) => greet(other, host)));
  if (answers.every((answer) => answer === undefined)) return false;
  const own = await greet(greeting, host);
  return own === undefined || !isAnswer(own);
};

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

/** Silence says nothing of the protocol. */
const faultOfAnswer = ({ isAnswer }: ServerEndpoint, answer: Buffer | undefined): Error | undefined =>
  answer === undefined || isAnswer(answer) ? undefined : finding('speaksOtherwise');

type Greeting = ServerEndpoint['greeting'];

/** The server's answer to a greeting without TLS; undefined if there is none. */
const greet = (greeting: Greeting, host: Host): Promise<Buffer | undefined> =>
  openPlain(host, (socket) => answerOf(greeting, socket)).catch(() => undefined);

class TimedOut extends Error {}

/** Runs work on a socket once it is connected; rejects if that fails or takes too long. Destroys the socket. */
const onceConnected = <Connected extends Socket, Result>(
  socket: Connected,
  event: string,
  work: (socket: Connected) => Promise<Result>,
): Promise<Result> => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  socket.setTimeout(timeoutMs, () => reject(new TimedOut()));
  socket.once('error', reject);
  socket.once('close', () => reject(new TimedOut()));
  socket.once(event, () => {
    work(socket).then(resolve, reject);
  });
  return promise.finally(() => socket.destroy());
};

const openPlain = <Result>({ host, port }: Host, work: (socket: Socket) => Promise<Result>): Promise<Result> =>
  onceConnected(connectPlain({ host, port }), 'connect', work);

/** The certificate is checked after the handshake: a handshake that fails for its certificate would look like a server without TLS. */
const openTls = <Result>(
  { caFile, protocols }: ServerEndpoint,
  { host, port }: Host,
  work: (socket: ReturnType<typeof connectTls>) => Promise<Result>,
): Promise<Result> => {
  const socket = connectTls({
    ...{ host, port, rejectUnauthorized: false },
    ...(isIP(host) === 0 && { servername: host }),
    ...(protocols && { ALPNProtocols: [...protocols] }),
    ...(caFile !== undefined && { ca: readFileSync(caFile) }),
  });
  return onceConnected(socket, 'secureConnect', work);
};

/** The first bytes that are answered to a greeting. */
const answerOf = (greeting: Greeting, socket: Socket): Promise<Buffer> =>
  new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write(greeting);
  });
