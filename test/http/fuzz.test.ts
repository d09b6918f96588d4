import test from 'ava';
import fc from 'fast-check';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { sizeOnServers } from '../support/server-stores.ts';
import { ownServiceFor } from '../support/service.ts';

/** Its failed logins delay those of other files. */
const service = ownServiceFor(test);

/** Text that breaks careless code: lone surrogates, U+0000, text direction marks, very long words. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    '\u202e',
    '\ufeff',
    '__proto__',
    "'; DROP TABLE events; --",
    '${7*7}',
    '[q]',
    '%00',
    '1e999',
  ),
  fc.nat({ max: 3_000 }).map((length) => 'я'.repeat(length)),
);
const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.constantFrom(null, true, 2 ** 60, -0, [], {}),
);

/** A valid body with some fields replaced by hostile values, or hostile fields added. */
const mutated = (good: object) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(good), '__proto__', 'constructor'), hostileValue, { maxKeys: 3 }),
      hostileValue,
      fc.nat(9),
    )
    .map(([changes, whole, dice]): unknown => (dice === 0 ? whole : { ...good, ...changes }));

const rawBody = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '{', '[[[[', '{"a":1', 'null', '"x"', '\ufeff{}', '{"tickets":[{}]}garbage'),
);

const ticket = fc.oneof(
  { weight: 4, arbitrary: mutated({ ...goodTicket(1) }) },
  { weight: 1, arbitrary: hostileValue },
);

type Attempt = { readonly endpoint: string; readonly body: unknown; readonly headers: Record<string, string> };

const requests = sizeOnServers(2_400, 240);

test(`no fuzzed request in ${requests} over all endpoints is answered with 500, and every refusal is one detail`, async (t) => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const search = mutated({ collection_id: collection, query: 'оплата', generate_answer: true });
  const tickets = fc.oneof(
    fc.array(ticket, { maxLength: 4 }).map((list): unknown => ({ tickets: list })),
    mutated({ tickets: [goodTicket(1)] }),
  );
  const pathId = fc.oneof(
    fc.constant(collection),
    fc.constantFrom('%00', '..%2f..', 'x'.repeat(500), '00000000-0000-0000-0000-000000000000'),
  );
  const bodies: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
    ['POST /api/register', mutated({ email: 'a@example.com', password: 'short', plan: 'free' })],
    ['POST /api/login', mutated({ email: user.email, password: 'wrong' })],
    ['POST /api/collections', mutated({ name: 'x' })],
    [`POST /api/collections/${collection}/tickets`, tickets],
    [`POST /api/v1/tickets?collection_id=${collection}`, tickets],
    ['POST /api/search', search],
    ['POST /api/v1/search', search],
    [`POST /api/collections/${collection}/tickets/upload`, hostileValue],
    [`POST /api/collections/${collection}/tickets/preview`, tickets],
    [`POST /api/v1/tickets/preview?collection_id=${collection}`, hostileValue],
  ];
  const withBody = fc
    .constantFrom(...bodies)
    .chain(([endpoint, body]) =>
      fc
        .oneof({ weight: 5, arbitrary: body }, { weight: 1, arbitrary: rawBody })
        .map((sent): Attempt => ({ endpoint, body: sent ?? '', headers: {} })),
    );
  const withPath = fc
    .tuple(
      fc.constantFrom(
        'GET /api/collections/',
        'DELETE /api/collections/a',
        'GET /api/v1/',
        'POST /api/v1/tickets?collection_id=',
      ),
      pathId,
    )
    .map(([start, id]): Attempt => ({
      endpoint: start + id,
      body: start.startsWith('POST') ? {} : undefined,
      headers: {},
    }));
  const withHeaders = fc
    .tuple(
      fc.constantFrom(
        'application/json; charset=utf-7',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="\\"',
        '',
      ),
      fc.constantFrom('identity', 'gzip', 'br'),
    )
    .map(([type, encoding]): Attempt => ({
      endpoint: `POST /api/collections/${collection}/tickets/upload`,
      body: '--x\r\nContent-Disposition: form-data; name="a"; filename="b.csv"\r\n\r\n1;2',
      headers: { 'Content-Type': type, 'Content-Encoding': encoding },
    }));

  const attempt = async ({ endpoint, body, headers }: Attempt, index: number) => {
    const credential = endpoint.includes('/api/v1') === (index % 8 !== 0) ? user.key : user.token;
    const { status, body: answer } = await call(url, endpoint, { credential, body, headers });
    if (status >= 500 || (status >= 400 && JSON.stringify(Object.keys(answer as object)) !== '["detail"]')) {
      return `${endpoint} ${JSON.stringify(body).slice(0, 500)} → ${status} ${JSON.stringify(answer)}`;
    }
    return undefined;
  };
  const attempts = fc.sample(
    fc.oneof(
      { weight: 9, arbitrary: withBody },
      { weight: 1, arbitrary: withPath },
      { weight: 1, arbitrary: withHeaders },
    ),
    requests,
  );
  const failures: string[] = [];
  for (let from = 0; from < attempts.length; from += 16) {
    const results = await Promise.all(attempts.slice(from, from + 16).map((one, index) => attempt(one, from + index)));
    failures.push(...results.filter((result) => result !== undefined));
  }
  t.deepEqual(failures.slice(0, 5), []);
  t.is((await call(url, 'GET /api/health')).status, 200);
});
