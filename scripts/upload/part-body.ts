import { createHash } from 'node:crypto';
import type { PartLimits } from './options.ts';

const frame = { head: Buffer.from('{"tickets":['), separator: Buffer.from(','), tail: Buffer.from(']}') };

/** A request's body as tickets come: `write`, where it is given, gets its bytes. `end` tells what it holds. */
export const partBody = (write: (bytes: Buffer) => void = () => undefined) => {
  const digest = createHash('sha256');
  let tickets = 0;
  let bytes = 0;
  const put = (some: Buffer) => {
    bytes += some.length;
    digest.update(some);
    write(some);
  };
  put(frame.head);
  return {
    /** Whether one more stays within the limits; a first one always does: the service takes any ticket that passed the check. */
    fits: (json: Buffer, limits: PartLimits): boolean =>
      tickets === 0 ||
      (tickets < limits.tickets && bytes + frame.separator.length + json.length + frame.tail.length <= limits.bytes),
    add: (json: Buffer): void => {
      if (tickets > 0) put(frame.separator);
      put(json);
      tickets += 1;
    },
    end: () => {
      put(frame.tail);
      return { tickets, bytes, digest: digest.digest('hex') };
    },
  };
};
