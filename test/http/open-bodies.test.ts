import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

/** A collection of somebody new, and a body for it of which 50 MB are announced and nothing comes. */
const opened = async (t: ExecutionContext) => {
  const { url } = service();
  const { hostname, port } = new URL(url);
  const user = await newUser(url);
  const path = `/api/collections/${await newCollection(url, user)}/tickets`;
  return {
    upload: () => call(url, `POST ${path}`, { credential: user.token, body: { tickets: [goodTicket(1)] } }),
    hold: async (to = '') => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      t.teardown(() => socket.destroy());
      const head = `POST ${path}${to} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${user.token}\r\n`;
      const body = `Content-Type: application/json\r\nContent-Length: ${50 * 1024 * 1024}\r\n`;
      // The service asks for the body once it is counted.
      socket.write(`${head}${body}Expect: 100-continue\r\n\r\n`);
      const [reply] = (await once(socket, 'data')) as [Buffer];
      t.regex(reply.toString(), /^HTTP\/1\.1 100 /);
      return () => socket.destroy();
    },
  };
};

test('a tenant that lets four large bodies wait has room for no other, until one of them is gone', async (t) => {
  const [{ hold, upload }, other] = [await opened(t), await opened(t)];
  const leave = await hold();
  for (const to of ['/preview', '', '/preview']) await hold(to);
  const refused = await upload();
  t.is(refused.status, 429);
  t.deepEqual(refused.body, {
    detail: 'Too many uploads and previews of this account or address at once; try again in 30 s',
  });
  t.is(refused.headers.get('Retry-After'), '30');
  t.is(refused.headers.get('Error-Code'), 'too-many-attempts');
  t.is((await other.upload()).status, 200);
  leave();
  let { status } = refused;
  for (let attempts = 0; status === 429 && attempts < 100; attempts += 1) {
    await setTimeout(100);
    ({ status } = await upload());
  }
  t.is(status, 200);
});
