import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The groups of an IPv6 address that belong to one client: providers give each customer a /64 or more (RFC 6177). */
const clientGroups = 4;

/**
 * The key of a client for limits: its IPv4 address, or the first 64 bits of its IPv6 address. An IPv4-mapped address is the IPv4 address; a port, which some
 * proxies send, is ignored; all other values are one client, `unknown`.
 */
export const clientAddress = (address: string | undefined): string => {
  const bare = withoutPort(address ?? '').replace(/%.*$/, '');
  // The parser alone would accept `1` and `0x7f.1` too.
  if (isIP(bare) === 0) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, clientGroups).join(':')}::/64`;
};

/** An address of `X-Forwarded-For` without its port: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
export const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
