import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';

/** Both ends of a connection as `net.Socket` has them. */
export type Ends = {
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
};

/** The connections of this network namespace in Linux (proc(5)), of IPv4 and of IPv6. */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];

/** Both ends, the bytes that were not acknowledged, unless there are none, and the timer that runs. */
const row = /^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+:[\dA-F]{4}) [\dA-F]{2} (?!0{8})([\dA-F]{8}):[\dA-F]{8} (\d\d):/gm;

/** Of probes whether a client that had no room for more has some now. */
const probeTimer = '04';

export type SendQueue = {
  readonly bytes: number;
  /** The client reads nothing: what was sent has filled its own buffer. On the way to one that reads, bytes wait for an acknowledgement. */
  readonly isFull: boolean;
};

/** An end as the tables name it: each four bytes of the address in the order of the machine, which is little-endian wherever Node runs on Linux but for s390x. */
const endOf = (address: string, port: number): string => {
  const bytes = Buffer.from(ipaddr.parse(address.replace(/%.*$/, '')).toByteArray());
  return `${bytes.swap32().toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
};

/** The key of a connection in what `readSendQueues` returns; undefined once it is closed. */
export const sendQueueKey = ({ localPort, remoteAddress, remotePort }: Ends): string | undefined =>
  localPort === undefined || remoteAddress === undefined || remotePort === undefined
    ? undefined
    : `${localPort.toString(16).padStart(4, '0').toUpperCase()} ${endOf(remoteAddress, remotePort)}`;

/**
 * The bytes of each connection that the kernel holds since their client has not acknowledged them, which Node does not know. Connections without such bytes are left
 * out; so are all of them where the system has no such tables.
 */
export const readSendQueues = async (): Promise<ReadonlyMap<string, SendQueue>> => {
  const texts = await Promise.all(tables.map((table) => readFile(table, 'latin1').catch(() => '')));
  return new Map(
    texts.flatMap((text) =>
      Array.from(text.matchAll(row), ([, local = '', remote = '', bytes = '', timer]): [string, SendQueue] => [
        `${local} ${remote}`,
        { bytes: Number.parseInt(bytes, 16), isFull: timer === probeTimer },
      ]),
    ),
  );
};
