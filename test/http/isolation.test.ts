import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import jwt from 'jsonwebtoken';
import { scopes } from '../../src/domain/access-key.ts';
import { type Access, credentialOf } from '../../src/http/authentication.ts';
import { routes } from '../../src/http/routes.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { requestOnce } from '../support/request-once.ts';
import { ownServiceFor } from '../support/service.ts';

/** Every route of the table, with every kind of credential: what is not listed here is found by the table itself. */

const secret = 'a secret of thirty-two characters or more';
const service = ownServiceFor(test, { JWT_SECRET: secret });

const anyStep = new Proxy({}, { get: () => () => undefined }) as never;
const table = routes(anyStep, anyStep).map(([method, path, access]) => ({ method, path, access }));
type Endpoint = (typeof table)[number];

const open = table.filter(({ access }) => access === 'none');
const guarded = table.filter(({ access }) => access !== 'none');

test('a path without a credential is one of these', (t) => {
  t.deepEqual(
    open.map(({ method, path }) => `${method} ${path}`),
    [
      'get /api/health',
      'get /api/ready',
      'get /api/openapi.json',
      'get /api/docs',
      'get /api/docs/style.css',
      'post /api/register',
      'post /api/login',
      // Shown to whoever has the token of the erasure, in a header of its own (account-deletion.test.ts).
      'get /api/account-erasures/:erasure_id',
      'get /api/account-erasures/:erasure_id/receipt',
      'all /api/v1/mcp',
    ],
  );
});

test('no key manages keys, and only the API key of the account may what concerns the account', (t) => {
  const ofKeys = table.filter(({ path }) => /^\/api(\/v1)?\/keys/.test(path) && !path.endsWith('/self'));
  t.true(ofKeys.length >= 4);
  for (const { path, access } of ofKeys) t.is(access, 'token', path);
  const ofAccount = table.filter(({ path }) => path.startsWith('/api/v1/me'));
  t.true(ofAccount.length >= 3);
  for (const { path, access } of ofAccount) t.is(access, 'account key', path);
});

type Wanted = {
  readonly scopes?: readonly string[];
  readonly collections?: readonly string[];
  readonly expires_at?: string;
};

const newKey = async (token: string, wanted: Wanted = {}) => {
  const body = { name: 'Matrix', scopes, ...wanted };
  const created = await call(service().url, 'POST /api/keys', { credential: token, body });
  const { id, key } = created.body as { readonly id: string; readonly key: string };
  return { id, key };
};

const tenantWithTickets = async () => {
  const { url } = service();
  const { token, key, id } = await newUser(url);
  const [collection, other] = [await newCollection(url, { token }), await newCollection(url, { token })];
  const [upload, credential] = [randomUUID(), key];
  const query = `collection_id=${collection}`;
  const tickets = [goodTicket(1), goodTicket(2, 'вход по номеру телефона')];
  const body = { tickets };
  await call(url, `POST /api/v1/tickets?${query}`, { credential, body, headers: { 'Upload-Id': upload } });
  const erasing = `POST /api/v1/collections/${collection}/erasures`;
  const erased = await call(url, erasing, { credential, body: { ticket_ids: ['2'] } });
  const searched = await call(url, 'POST /api/v1/search', {
    ...{ credential, body: { collection_id: collection, query: 'оплата заказа картой' } },
  });
  const ids = {
    ...{ collection_id: collection, upload_id: upload, ticket_id: '1', revision: '1' },
    answer_id: searched.headers.get('answer-id') ?? '',
    erasure_id: (erased.body as { readonly id: string }).id,
    source: 'omnidesk',
    ...{ gap_id: randomUUID(), preview_id: randomUUID(), key_id: (await newKey(token)).id },
  };
  return { token, key, id, collection, other, ids };
};
type Tenant = Awaited<ReturnType<typeof tenantWithTickets>>;

/** Asks for an endpoint with the ids of a tenant. */
const ask = ({ method, path }: Endpoint, { ids, collection }: Tenant, credential: string | undefined) => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name]);
  const isInQuery = /\/v1\/tickets(\/preview)?$/.test(path);
  const body =
    method === 'get'
      ? ''
      : JSON.stringify(isSearch({ method, path }) ? { collection_id: collection, query: 'оплата' } : {});
  const headers = {
    ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
    ...(body !== '' && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'If-Match': '"1"',
    }),
  };
  return requestOnce(method, service().url + (isInQuery ? `${filled}?collection_id=${collection}` : filled), {
    headers,
    body,
  });
};

const isSearch = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  method === 'post' && /\/(search|answers)$/.test(path);

/** Whether an endpoint names something of a collection or of the account, which is unknown to everybody else. */
const namesOwn = (endpoint: Endpoint) =>
  /:(collection|answer|erasure|key)_id|\/v1\/tickets/.test(endpoint.path) || isSearch(endpoint);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const isUnknown = (code: string) => /^(collection|answer|erasure|key)-not-found$/.test(code);

/** The endpoint lets the credential in. */
const assertPasses = async (
  t: ExecutionContext,
  endpoint: Endpoint,
  tenant: Tenant,
  credential: string,
  who: string,
) => {
  const { status, code } = await ask(endpoint, tenant, credential);
  t.false([401, 403].includes(status) || isUnknown(code), `${nameOf(endpoint)}, ${who}: ${status} ${code}`);
};

const assertRefused = async (
  t: ExecutionContext,
  endpoint: Endpoint,
  { tenant, credential, who, status }: { tenant: Tenant; credential: string | undefined; who: string; status: number },
) => {
  const found = await ask(endpoint, tenant, credential);
  t.is(found.status, status, `${nameOf(endpoint)}, ${who}: ${found.code}`);
};

/** What another sees of a tenant's collection: nothing, whether an endpoint names it or lists what there is. */
const assertHidden = async (
  t: ExecutionContext,
  endpoint: Endpoint,
  tenant: Tenant,
  credential: string,
  who: string,
) => {
  const { status, code, text } = await ask(endpoint, tenant, credential);
  if (namesOwn(endpoint)) t.is(status, 404, `${nameOf(endpoint)}, ${who}`);
  else t.false(status === 401 || isUnknown(code), `${nameOf(endpoint)}, ${who}`);
  t.false(text.includes(tenant.collection), `${nameOf(endpoint)}, ${who}`);
};

const isScope = (access: Access) => scopes.some((scope) => scope === access);

/** What ends something that the rest of the matrix needs comes last, and the credential at the very end. */
const endings = [/^delete \/api\/(collections\/:collection_id|keys\/:key_id)$/, /api-key$|sign-out-everywhere$/];
const inOrder = (endpoints: readonly Endpoint[]) => {
  const rank = (endpoint: Endpoint) => endings.findIndex((ending) => ending.test(nameOf(endpoint)));
  return endpoints.toSorted((one, other) => rank(one) - rank(other));
};

test('every path of the API keys: own, foreign, revoked, expired, wrong scope, limited to another collection', async (t) => {
  const tenant = await tenantWithTickets();
  const { token } = tenant;
  const foreign = await newUser(service().url);
  const ended = await newKey(token, { expires_at: new Date(Date.now() + 1_500).toISOString() });
  const revoked = await newKey(token);
  const [all, limited] = [await newKey(token), await newKey(token, { collections: [tenant.other] })];
  const foreignKey = await newKey(foreign.token);
  const [only, without] = [new Map<Access, string>(), new Map<Access, string>()];
  for (const scope of scopes) {
    only.set(scope, (await newKey(token, { scopes: [scope] })).key);
    without.set(scope, (await newKey(token, { scopes: scopes.filter((other) => other !== scope) })).key);
  }
  t.is((await call(service().url, `DELETE /api/keys/${revoked.id}`, { credential: token })).status, 204);
  await setTimeout(1_500);

  const ofKeys = guarded.filter(({ access }) => credentialOf(access) === 'key');
  t.true(ofKeys.length > 50);
  for (const endpoint of inOrder(ofKeys)) {
    const { access } = endpoint;
    for (const [who, credential] of [
      ['revoked', revoked.key],
      ['expired', ended.key],
      ['a token', token],
      ['no credential', undefined],
      ['a key that was never made', 'A'.repeat(32)],
    ] as const)
      await assertRefused(t, endpoint, { tenant, credential, who, status: 401 });
    if (access === 'account key') {
      await assertRefused(t, endpoint, { tenant, credential: all.key, who: 'all scopes', status: 403 });
      await assertHidden(t, endpoint, tenant, foreign.key, 'foreign');
    } else {
      const lacking = without.get(access);
      if (lacking !== undefined) {
        await assertRefused(t, endpoint, { tenant, credential: lacking, who: 'wrong scope', status: 403 });
        const { code } = await ask(endpoint, tenant, lacking);
        t.is(code, 'key-scope-missing', nameOf(endpoint));
      }
      for (const [who, credential] of [
        ['limited', limited.key],
        ['foreign API key', foreign.key],
        ['foreign key', foreignKey.key],
      ] as const)
        await assertHidden(t, endpoint, tenant, credential, who);
      await assertPasses(t, endpoint, tenant, all.key, 'all scopes');
      if (isScope(access)) await assertPasses(t, endpoint, tenant, only.get(access) ?? '', 'this scope alone');
    }
    await assertPasses(t, endpoint, tenant, tenant.key, 'the API key of the account');
  }
});

test('every path of the tokens: own, foreign, ended, expired, a key', async (t) => {
  const { url } = service();
  const tenant = await tenantWithTickets();
  const foreign = await newUser(url);
  const signedOut = await call(url, 'POST /api/me/sign-out-everywhere', { credential: tenant.token });
  const { access_token: token } = signedOut.body as { readonly access_token: string };
  const hourAgo = Math.floor(Date.now() / 1_000) + 10;
  const expired = jwt.sign({ iat: hourAgo, exp: hourAgo - 3_600 }, secret, { subject: tenant.id });
  const anyKey = await newKey(token);

  for (const endpoint of inOrder(guarded.filter(({ access }) => access === 'token'))) {
    for (const [who, credential] of [
      ['a token of before the end of all sessions', tenant.token],
      ['expired', expired],
      ['the API key', tenant.key],
      ['a key', anyKey.key],
      ['no credential', undefined],
    ] as const)
      await assertRefused(t, endpoint, { tenant, credential, who, status: 401 });
    if (!/sign-out|me\/|\/me$/.test(endpoint.path)) await assertHidden(t, endpoint, tenant, foreign.token, 'foreign');
    await assertPasses(t, endpoint, tenant, token, 'own');
  }
});
