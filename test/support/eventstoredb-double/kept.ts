import { existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { Recorded } from './log.ts';

type Line = Omit<Recorded, 'position' | 'data' | 'metadata'> & {
  readonly position: string;
  readonly data: string;
  readonly metadata: string;
};

/** A log's records in a file, one line each, read back at the start. A last line that a kill cut short was not acknowledged and is cut off. */
export const kept = (file: string, restore: (record: Recorded) => void) => {
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').slice(0, -1)) restore(recordOf(JSON.parse(line) as Line));
    truncateSync(file, Buffer.byteLength(whole));
  }
  const handle = openSync(file, 'a');
  let lines = '';
  return {
    add: (record: Recorded) => {
      lines += `${JSON.stringify(lineOf(record))}\n`;
    },
    /** One write for all that was added, so that a kill keeps all of an append or nothing. What a power cut loses is not modelled. */
    flush: () => {
      writeSync(handle, lines);
      lines = '';
    },
  };
};

const lineOf = (record: Recorded): Line => ({
  ...record,
  position: String(record.position),
  data: Buffer.from(record.data).toString('base64'),
  metadata: Buffer.from(record.metadata).toString('base64'),
});

const recordOf = (line: Line): Recorded => ({
  ...line,
  position: BigInt(line.position),
  data: Buffer.from(line.data, 'base64'),
  metadata: Buffer.from(line.metadata, 'base64'),
});
