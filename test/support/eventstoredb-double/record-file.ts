import { existsSync, ftruncateSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { Recorded } from './log.ts';

type Line = Omit<Recorded, 'position' | 'data' | 'metadata'> & {
  readonly position: string;
  readonly data: string;
  readonly metadata: string;
};

/** Keeps a log's records in a file, one line each, and restores them at the start. An incomplete last line was not acknowledged and is removed. */
export const recordFile = (file: string, restore: (record: Recorded) => void) => {
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').slice(0, -1)) restore(recordOf(JSON.parse(line) as Line));
    truncateSync(file, Buffer.byteLength(whole));
  }
  const handle = openSync(file, 'a');
  let lines = '';
  const add = (record: Recorded) => {
    lines += `${JSON.stringify(lineOf(record))}\n`;
  };
  return {
    add,
    /** Replaces all records at the next `flush`; a kill in between is not modelled. */
    rewrite: (records: readonly Recorded[]) => {
      ftruncateSync(handle);
      lines = '';
      records.forEach(add);
    },
    /** Writes all added records at once, so that a kill keeps all events of an append or none. Power loss is not modelled. */
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
