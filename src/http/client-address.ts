import { isIPv4, isIPv6 } from 'node:net';

/** The groups of an IPv6 address that belong to one client: providers give each customer a /64 or more (RFC 6177). */
const clientGroups = 4;

/**
 * What a client is counted by: its IPv4 address, or the first 64 bits of its IPv6 address. An IPv4-mapped address is the IPv4 address; a port, as
 * some proxies send it, does not count; whatever is no address is one client, `unknown`.
 */
export const clientAddress = (address: string | undefined): string => {
  const bare = withoutPort(address ?? '').replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const groups = groupsOf(bare);
  return ipv4MappedIn(groups) ?? `${groups.slice(0, clientGroups).join(':')}::/64`;
};

/** An address of `X-Forwarded-For` without its port: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
export const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');

/** The 8 groups of a valid IPv6 address, in lower case without leading zeros. */
const groupsOf = (address: string): readonly string[] => {
  // Only URLs are brought into canonical form by the platform; it writes an embedded IPv4 address as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')));
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head;
};

const ipv4MappedIn = (groups: readonly string[]): string | undefined => {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');
};
