import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { jsonBodies } from '../../src/http/bodies.ts';
import { boundBodiesInMemory } from '../../src/http/bodies-in-memory.ts';
import { errorHandler } from '../../src/http/errors.ts';
import { readForm } from '../../src/http/forms.ts';
import { until } from '../support/requested-erasure.ts';
import { startHttp } from '../support/small-servers.ts';

const kibibyte = 1024;
const max = {
  ofCustomer: { large: 1_300 * kibibyte, all: 1_500 * kibibyte },
  all: 2_000 * kibibyte,
  little: 400 * kibibyte,
};
const [customer, other, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
const types = { '/json': 'application/json', '/form': 'multipart/form-data; boundary=between' };
type Path = keyof typeof types;

/** The first bytes of a body, at least so many, and the rest of it. */
type Parts = readonly [string, string];

const jsonOf = (bytes: number): Parts => [`{"any":"${'a'.repeat(bytes)}`, '"}'];
const partOf = (disposition: string, content: string) =>
  `--between\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;
const formOf = (fields: readonly string[], last = ''): Parts => [
  fields.map((field, index) => `${partOf(`name="f${index}"`, field)}\r\n`).join('') + last,
  `${last === '' ? partOf('name="sheet"', 'Лист 2') : ''}\r\n--between--\r\n`,
];
const fileOf = (bytes: number) => formOf([], partOf('name="file"; filename="a.csv"', 'a'.repeat(bytes)));

/** A server that reads bodies and says what it has read, once they are whole. */
const serve = async (t: ExecutionContext) => {
  const seen = { bytes: 0 };
  const app = express();
  app.set('trust proxy', true);
  app.use((incoming, _response, next) => {
    incoming.on('data', (chunk: Buffer) => (seen.bytes += chunk.length));
    next();
  }, boundBodiesInMemory(max));
  app.post('/json', jsonBodies.ticketsBody, (_request, response) => void response.json({}));
  app.post('/form', async (incoming, response) => {
    let bytes = 0;
    const { table } = await readForm(incoming, response, async (chunks) => {
      for await (const chunk of chunks) bytes += chunk.length;
    });
    response.json({ bytes, sheet: table.sheet });
  });
  app.use(errorHandler(() => undefined));
  const port = await startHttp(t, app);
  const open = (path: Path, from: string): ClientRequest => {
    const headers = { 'Content-Type': types[path], 'X-Forwarded-For': from };
    const sent = request({ port, path, method: 'POST', headers }).on('error', () => undefined);
    t.teardown(() => sent.destroy());
    return sent;
  };
  const answerTo = async (sent: ClientRequest) => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: await text(response) };
  };
  const send = (path: Path, from: string, parts: Parts) => {
    const sent = open(path, from);
    sent.end(parts.join(''));
    return answerTo(sent);
  };
  /** Sends a body but for its last bytes, and waits until they have come. */
  const hold = async (path: Path, from: string, [first, rest]: Parts) => {
    const whole = seen.bytes + Buffer.byteLength(first);
    const sent = open(path, from);
    sent.write(first);
    await until(() => Promise.resolve(seen.bytes >= whole));
    return {
      leave: () => sent.destroy(),
      finish: () => {
        sent.end(rest);
        return answerTo(sent);
      },
    };
  };
  return { open, answerTo, send, hold };
};

const large = 450 * kibibyte;
const refused = {
  status: 429,
  retryAfter: '5',
  body: '{"detail":"Too many large requests of this address at once; try again in 5 s"}',
};

test('bodies that lie in memory are bounded for a customer, whose small ones are still taken, until they are answered', async (t) => {
  const { send, hold } = await serve(t);
  const held = [await hold('/json', customer, jsonOf(large)), await hold('/json', customer, jsonOf(large))];
  t.deepEqual(await send('/json', customer, jsonOf(large)), refused);
  t.is((await send('/json', customer, jsonOf(1_000))).status, 200);
  t.is((await send('/json', other, jsonOf(large))).status, 200);
  t.is((await held[0]?.finish())?.status, 200);
  t.is((await send('/json', customer, jsonOf(large))).status, 200);
  t.is((await held[1]?.finish())?.status, 200);
});

test('a body in small chunks counts with what their buffers take', async (t) => {
  const { answerTo, open } = await serve(t);
  const sent = open('/json', customer);
  const answered = answerTo(sent);
  for (const chunk of jsonOf(large)
    .join('')
    .match(/.{1,64}/gs) ?? [])
    sent.write(chunk);
  sent.end();
  t.deepEqual(await answered, refused);
});

test('one that its client leaves gives its bytes back', async (t) => {
  const { send, hold } = await serve(t);
  const { leave } = await hold('/json', customer, jsonOf(large));
  await hold('/json', customer, jsonOf(large));
  t.is((await send('/json', customer, jsonOf(large))).status, 429);
  leave();
  await until(async () => (await send('/json', customer, jsonOf(large))).status === 200);
  t.pass();
});

test('of all customers who has little is still taken beyond the bound of all', async (t) => {
  const { send, hold } = await serve(t);
  for (const from of [customer, customer, other, other]) await hold('/json', from, jsonOf(large));
  t.is((await send('/json', third, jsonOf(300 * kibibyte))).status, 200);
  t.deepEqual(await send('/json', third, jsonOf(large)), refused);
});

test('fields of forms lie in memory too, files do not', async (t) => {
  const { send, hold } = await serve(t);
  const field = 'a'.repeat(150 * kibibyte);
  const held = await hold('/form', customer, formOf([field, field, field]));
  await hold('/form', customer, formOf([field, field, field]));
  t.deepEqual(await send('/form', customer, formOf([field, field, field])), refused);
  t.deepEqual(JSON.parse((await held.finish()).body), { bytes: 0, sheet: 'Лист 2' });
  const file = await send('/form', customer, fileOf(5_000 * kibibyte));
  t.deepEqual(JSON.parse(file.body), { bytes: 5_000 * kibibyte });
});

test('all fields of a form together may be as large as one', async (t) => {
  const { send } = await serve(t);
  const half = 'a'.repeat(512 * kibibyte);
  t.is((await send('/form', other, formOf([half]))).status, 200);
  const { status, body } = await send('/form', other, formOf([half, half]));
  t.is(status, 413);
  t.is(body, '{"detail":"Request body is too large: at most 1 MB here"}');
});
