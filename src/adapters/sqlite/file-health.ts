import { LogDamaged, ReadModelsDamaged, Unavailable } from '../../domain/errors.ts';
import { type ProjectionName, projectionNames } from '../../ports/read-your-writes.ts';
import type { FileFault } from '../../ports/store-files.ts';
import type { CommitCount } from './row-cache.ts';

/** A stored row whose content is corrupt: `position` is that of the last event before it in the log. */
export class MalformedRow extends Error {
  readonly position: bigint | undefined;
  constructor(message: string, position?: bigint) {
    super(message);
    this.position = position;
  }
}

/** Primary result codes of SQLite: SQLITE_IOERR, and SQLITE_CORRUPT and SQLITE_NOTADB. */
const ioErrorCode = 10;
const damageCodes: readonly unknown[] = [11, 26];

const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Whether an error of a read or a write means that the file is damaged. `JSON.parse` is called on nothing but stored rows. */
export const isDamage = (error: unknown): boolean =>
  error instanceof MalformedRow || error instanceof SyntaxError || damageCodes.includes(resultCode(error));

/** The log, or the current generation of a read model. */
type FileName = 'events.db' | `views-${ProjectionName}`;
const files: readonly FileName[] = ['events.db', ...projectionNames.map((name): FileName => `views-${name}`)];

/** For each file: how often it was replaced, whether it is damaged, the time of the last failed read in ms, and its commits. */
const cellsPerFile = 4;

/** Memory in which the threads of a process share the state of the embedded files. */
export const newFileStates = (): SharedArrayBuffer =>
  new SharedArrayBuffer(files.length * cellsPerFile * BigInt64Array.BYTES_PER_ELEMENT);

/** A read error may be temporary (a full disk, a lost mount): how long it counts. */
const maxReadErrorAgeMs = 60_000;

/** The state of one file, in all threads. */
export type FileHealth = {
  /**
   * Notes what an error says about the file of a number (by default the current one); returns the refusal that callers
   * get for it, or the error itself if it says nothing.
   */
  readonly noted: (error: unknown, number?: bigint) => unknown;
  readonly fault: () => FileFault | undefined;
  /** The file was read as a whole and is sound. */
  readonly clear: () => void;
  /** Changes when the file is replaced. */
  readonly number: () => bigint;
  /** The file was replaced by another one. */
  readonly replaced: () => void;
  /** Changes with each commit, before the commit is acknowledged. */
  readonly commits: CommitCount;
  readonly committed: () => void;
};

/** The state of a file in shared memory. */
export const fileHealth = (states: SharedArrayBuffer, name: FileName, now: () => number = Date.now): FileHealth => {
  const start = files.indexOf(name) * cellsPerFile;
  const cells = new BigInt64Array(states, start * BigInt64Array.BYTES_PER_ELEMENT, cellsPerFile);
  const [numberCell, damagedCell, readErrorCell, commitsCell] = [0, 1, 2, 3];
  const clear = () => {
    Atomics.store(cells, damagedCell, 0n);
    Atomics.store(cells, readErrorCell, 0n);
  };
  return {
    noted: (error, number) => {
      const isCurrent = number === undefined || number === Atomics.load(cells, numberCell);
      if (isDamage(error)) {
        if (isCurrent) Atomics.store(cells, damagedCell, 1n);
        return damageOf(name, error);
      }
      if (resultCode(error) !== ioErrorCode) return error;
      if (isCurrent) Atomics.store(cells, readErrorCell, BigInt(now()));
      return new Unavailable(`${storeOf(name)} cannot be read (${name}: disk I/O error)`);
    },
    fault: () => {
      if (Atomics.load(cells, damagedCell) === 1n) return 'damaged';
      return now() - Number(Atomics.load(cells, readErrorCell)) < maxReadErrorAgeMs ? 'unreadable' : undefined;
    },
    clear,
    number: () => Atomics.load(cells, numberCell),
    replaced: () => {
      Atomics.add(cells, numberCell, 1n);
      clear();
    },
    commits: () => Atomics.load(cells, commitsCell),
    committed: () => void Atomics.add(cells, commitsCell, 1n),
  };
};

const storeOf = (name: FileName): string => (name === 'events.db' ? 'Event log' : 'Read models');

const damageOf = (name: FileName, error: unknown): LogDamaged | ReadModelsDamaged => {
  if (name !== 'events.db') {
    return new ReadModelsDamaged(`Read models are damaged (${name}); npm run verify -- --repair rebuilds them`);
  }
  const position = error instanceof MalformedRow ? error.position : undefined;
  const afterPosition = position === undefined ? '' : ` after position ${position}`;
  return new LogDamaged(`Event log is damaged${afterPosition} (events.db); restore a back-up`);
};
