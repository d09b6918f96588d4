import { createHash } from 'node:crypto';
import type { PartLimits } from './options.ts';

const frame = { head: Buffer.from('{"tickets":['), separator: Buffer.from(','), tail: Buffer.from(']}') };

/** Builds a request body from tickets; `write` receives its bytes, `end` returns its size and digest. */
export const partBody = (write: (bytes: Buffer) => void = () => undefined) => {
  const digest = createHash('sha256');
  let tickets = 0;
  let bytes = 0;
  const append = (some: Buffer) => {
    bytes += some.length;
    digest.update(some);
    write(some);
  };
  append(frame.head);
  return {
    /** Whether another ticket fits the limits; the first always does, as the service accepts any valid ticket. */
    fits: (json: Buffer, limits: PartLimits): boolean =>
      tickets === 0 ||
      (tickets < limits.tickets && bytes + frame.separator.length + json.length + frame.tail.length <= limits.bytes),
    add: (json: Buffer): void => {
      if (tickets > 0) append(frame.separator);
      append(json);
      tickets += 1;
    },
    end: () => {
      append(frame.tail);
      return { tickets, bytes, digest: digest.digest('hex') };
    },
  };
};
