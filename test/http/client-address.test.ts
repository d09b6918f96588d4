import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createApp } from '../../src/http/app.ts';
import { clientAddress, clientNetwork, customerAddress } from '../../src/http/client-address.ts';

const addresses: readonly (readonly [string | undefined, string])[] = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['203.0.113', 'unknown'],
  ['203.0.113.7:', 'unknown'],
  ['[2001:db8::1]:x', 'unknown'],
  ['2001:db8::1]/@', 'unknown'],
  ['x'.repeat(10_000), 'unknown'],
];
for (const [address, client] of addresses) {
  test(`a client at ${address?.slice(0, 40)} counts as ${client}`, (t) => t.is(clientAddress(address), client));
}

test('neighbours are one network: a /24 of IPv4, a /56 of IPv6, and all that is no address', (t) => {
  const networks = [
    ['203.0.113.7:5678', '203.0.113.0/24'],
    ['::ffff:203.0.113.255', '203.0.113.0/24'],
    ['203.0.114.7', '203.0.114.0/24'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['[2001:db8:1:200::9]:443', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['fe80::1%eth0', 'fe80::/56'],
    ['nonsense', 'unknown'],
    [undefined, 'unknown'],
  ] as const;
  t.deepEqual(
    networks.map(([address]) => clientNetwork(address)),
    networks.map(([, network]) => network),
  );
});

test('a customer has one address of IPv4, a /56 of IPv6', (t) => {
  const customers = [
    ['203.0.113.7:5678', '203.0.113.7'],
    ['::ffff:203.0.113.8', '203.0.113.8'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['[2001:db8:1:200::9]:443', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    [undefined, 'unknown'],
  ] as const;
  t.deepEqual(
    customers.map(([address]) => customerAddress(address)),
    customers.map(([, customer]) => customer),
  );
});

type Proxies = string | number | false;

/** Serves an app without routes; returns the clients that requests with these headers are counted as. `isReset`: their connections have no address any more. */
const countedAs = async (t: ExecutionContext, trustProxy: Proxies, forwarded: readonly string[], isReset = false) => {
  const counted: string[] = [];
  const app = createApp({
    routes: [],
    authenticate: () => [],
    limiter: {
      admit: (address) => {
        counted.push(address);
        return Promise.resolve({ admitted: true, limit: 0, remaining: 0, resetSeconds: 0 });
      },
    },
    trustProxy,
    log: { request: () => undefined, unexpectedError: (_id, error) => t.fail(String(error)) },
  });
  const server = createServer((request, response) => {
    if (isReset) Object.defineProperty(request.socket, 'remoteAddress', { value: undefined });
    app(request, response);
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  for (const addresses of forwarded) {
    await fetch(`http://127.0.0.1:${port}/api/nothing`, { headers: { 'X-Forwarded-For': addresses } });
  }
  return counted;
};

test('requests are counted by the address that the trusted proxies name, with or without ports', async (t) => {
  const forwarded = ['198.51.100.1, 203.0.113.7:5678', '[2001:db8::1]:443', '2001:db8::2', 'nonsense'];
  t.deepEqual(await countedAs(t, 1, forwarded), ['203.0.113.7', '2001:db8:0:0::/64', '2001:db8:0:0::/64', 'unknown']);
});

test('a trusted proxy is recognised by its address when it is named with a port', async (t) => {
  const proxies = '127.0.0.1, 10.0.0.0/8, fd00::/8';
  const forwarded = ['203.0.113.7:1, 10.0.0.2:4711', '203.0.113.7, [fd00::2]:4711', '203.0.113.7, 198.51.100.1:5'];
  t.deepEqual(await countedAs(t, proxies, forwarded), ['203.0.113.7', '203.0.113.7', '198.51.100.1']);
});

test('without trusted proxies the header is ignored', async (t) => {
  t.deepEqual(await countedAs(t, false, ['203.0.113.7']), ['127.0.0.1']);
});

test('a request whose connection was reset has no address, and is counted all the same', async (t) => {
  for (const proxies of [1, '10.0.0.0/8', false] as const) {
    const [counted] = await countedAs(t, proxies, ['203.0.113.7'], true);
    t.is(counted, proxies === 1 ? '203.0.113.7' : 'unknown');
  }
});
