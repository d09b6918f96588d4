import { isIP } from 'node:net';
import type { Response } from 'express';
import ipaddr from 'ipaddr.js';
import type { Sender } from '../uploads/disk-rooms.ts';
import { accountOf } from './authentication.ts';

/** The groups of an IPv6 address that belong to one client: providers give each customer a /64 or more (RFC 6177). */
const clientGroups = 4;

/**
 * The key of a client for limits: its IPv4 address, or the first 64 bits of its IPv6 address. An IPv4-mapped address is the IPv4 address; a port, which some
 * proxies send, is ignored; all other values are one client, `unknown`.
 */
export const clientAddress = (address: string | undefined): string => {
  const parsed = parsedAddress(address);
  if (parsed === undefined) return 'unknown';
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, clientGroups).join(':')}::/64`;
};

/**
 * The network of a client, for what its neighbours share fairly with others: a /24 of IPv4 or a /56 of IPv6, the most that providers commonly give to one
 * customer, who then has 256 client addresses; `unknown` as for `clientAddress`.
 */
export const clientNetwork = (address: string | undefined): string => {
  const parsed = parsedAddress(address);
  if (parsed === undefined) return 'unknown';
  const [kind, bits] = parsed.kind() === 'ipv4' ? [ipaddr.IPv4, 24] : [ipaddr.IPv6, 56];
  return `${kind.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
};

/**
 * The key of a customer of a provider, for what few clients do often: its IPv4 address, or its /56 network of IPv6, whose 256 client addresses
 * would have 256 times the limit; `unknown` as for `clientAddress`.
 */
export const customerAddress = (address: string | undefined): string =>
  parsedAddress(address)?.kind() === 'ipv6' ? clientNetwork(address) : clientAddress(address);

/** Whose request a response answers. */
export const senderOf = (response: Response): Sender => ({
  tenantId: accountOf(response).id,
  customer: customerAddress(response.req.ip),
});

const parsedAddress = (address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const bare = withoutPort(address ?? '').replace(/%.*$/, '');
  // The parser alone would accept `1` and `0x7f.1` too.
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare);
};

/** An address of `X-Forwarded-For` without its port: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
export const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
