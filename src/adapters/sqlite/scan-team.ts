import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Memory of several threads. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; readonly grow: (pages: number) => number };

/** The function of vector-kernel.as: returns how many rows it has written. */
export type Scan = (...parameters: readonly number[]) => number;

/** Parameters of the kernel's `scan`, in its order; after them where the rows that are found and what it needs for a while are to be written. */
export const taskFields = [
  'codes',
  'scales',
  'errors',
  'rows',
  'stride',
  'plane1',
  'plane2',
  'factors',
  'size',
  'address',
] as const;

/** Addresses and sizes of what is scanned: the codes of rows, their sketches (0 if there are none), and the query at `address`. */
export type ScanTask = Readonly<Record<(typeof taskFields)[number], number>>;

const parametersOf = (task: ScanTask): readonly number[] => taskFields.map((field) => task[field]);

/** Called after each task, with its number and where the rows that it has found are, until the next call. */
export type OnFound = (task: number, address: number, count: number) => void;

/** Threads that scan together; the one that calls it takes part. */
export type ScanTeam = {
  /** Carries out at most `mostTasks` tasks in any order, of which helpers take some if they are free. Each finds at most `mostFound` rows. */
  readonly scan: (tasks: readonly ScanTask[], mostFound: number, onFound: OnFound) => void;
};

/** What helpers get. */
export type HelperData = { readonly memory: KernelMemory; readonly control: Int32Array; readonly scratch: number };

export const mostTasks = 16;

/** A task needs about 50 µs: helpers are not woken for fewer. */
export const leastShared = 4;

/** More threads do not get more out of memory. */
const mostHelpers = 3;

const scratchBytes = 144;
const bytesOfRow = 8;

/** Places of a board: how often helpers were woken, how many of them are at work, the next task, and how many tasks there are. */
const [woken, atWork, next, total] = [0, 1, 2, 3];
/** 1 + the number of rows that a helper has found; 0 before. */
const results = 4;
/** Parameters of each task, with where its rows are to be written. */
const given = results + mostTasks;
const placesOfTask = taskFields.length + 1;
const boardLength = given + mostTasks * placesOfTask;

/** Between two calls there is no next task. */
const noTask = 1 << 30;

/** A helper that has lost its core to others is not waited for: its task is done again here. */
const patienceMs = 0.3;

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/** The tasks of one call, in memory that all threads share. Each is taken once. */
const boardOn = (control: Int32Array) => ({
  /** Whether a helper still reads the tasks of an earlier call. */
  isInUse: () => Atomics.load(control, atWork) > 0,
  open: (tasks: readonly (readonly number[])[]): void => {
    tasks.forEach((task, i) => control.set(task, given + i * placesOfTask));
    control.fill(0, results, given);
    control[total] = tasks.length;
    Atomics.store(control, next, 0);
    Atomics.add(control, woken, 1);
    Atomics.notify(control, woken);
  },
  close: (): void => void Atomics.store(control, next, noTask),
  take: (): number | undefined => {
    const task = Atomics.add(control, next, 1);
    return task < Atomics.load(control, total) ? task : undefined;
  },
  /** The parameters of a task. */
  task: (task: number) => control.subarray(given + task * placesOfTask, given + (task + 1) * placesOfTask),
  answer: (task: number, count: number): void => {
    Atomics.store(control, results + task, count + 1);
    Atomics.notify(control, results + task);
  },
  /** The number of rows that a helper has found; undefined if it is late. */
  result: (task: number): number | undefined => {
    Atomics.wait(control, results + task, 0, patienceMs);
    const count = Atomics.load(control, results + task);
    return count > 0 ? count - 1 : undefined;
  },
});

type Kernel = {
  readonly memory: KernelMemory;
  readonly scan: Scan;
  readonly room: (name: 'found' | 'found by helpers', bytes: number) => number;
  readonly borrow: (bytes: number) => number;
};

/** Starts a thread that helps. Without it a scan takes longer. */
const startHelper = (workerData: HelperData): void => {
  const helper = new Worker(new URL('scan-helper.ts', import.meta.url), { workerData, resourceLimits });
  helper.on('error', (error) => process.emitWarning(`A thread that helps to search has ended: ${String(error)}`));
  helper.unref();
};

type Member = { readonly kernel: Kernel; readonly board: ReturnType<typeof boardOn>; readonly scratch: number };

type Call = { readonly tasks: readonly ScanTask[]; readonly mostFound: number; readonly onFound: OnFound };

/** The team of a kernel, with a helper for each further core. They start with the first call that they can help with, and end with the thread. */
export const scanTeam = (kernel: Kernel, cores = availableParallelism(), startOne = startHelper): ScanTeam => {
  const helpers = Math.min(mostHelpers, cores - 1);
  // No task is given while their number is 0.
  const control = new Int32Array(new SharedArrayBuffer(boardLength * 4));
  const member = { kernel, board: boardOn(control), scratch: kernel.borrow(scratchBytes) };
  let isStarted = false;
  const start = () => {
    isStarted = true;
    for (let helper = 0; helper < helpers; helper += 1) {
      startOne({ memory: kernel.memory, control, scratch: kernel.borrow(scratchBytes) });
    }
  };
  return {
    scan: (tasks, mostFound, onFound) => {
      const call = { tasks, mostFound, onFound };
      const isShared = helpers > 0 && tasks.length >= leastShared;
      if (isShared && !isStarted) start();
      if (isShared && !member.board.isInUse()) scanTogether(member, call);
      else for (const task of tasks.keys()) scanHere(member, call, task);
    },
  };
};

const scanHere = ({ kernel, scratch }: Member, { tasks, mostFound, onFound }: Call, task: number): void => {
  const address = kernel.room('found', mostFound * bytesOfRow);
  onFound(task, address, kernel.scan(...parametersOf(tasks[task] as ScanTask), address, scratch));
};

const scanTogether = (member: Member, call: Call): void => {
  const { kernel, board } = member;
  const { tasks, mostFound, onFound } = call;
  const bytes = mostFound * bytesOfRow;
  const address = kernel.room('found by helpers', mostTasks * bytes);
  board.open(tasks.map((task, i) => [...parametersOf(task), address + i * bytes]));
  const others = new Set(tasks.keys());
  for (let task = board.take(); task !== undefined; task = board.take()) {
    others.delete(task);
    scanHere(member, call, task);
  }
  board.close();
  for (const task of others) {
    const count = board.result(task);
    if (count === undefined) scanHere(member, call, task);
    else onFound(task, address + task * bytes, count);
  }
};

/** Carries out tasks of a team for ever. */
export const help = ({ control, scratch }: HelperData, scan: Scan): never => {
  const board = boardOn(control);
  let seen = 0;
  for (;;) {
    Atomics.wait(control, woken, seen);
    seen = Atomics.load(control, woken);
    Atomics.add(control, atWork, 1);
    for (let task = board.take(); task !== undefined; task = board.take()) {
      board.answer(task, scan(...board.task(task), scratch));
    }
    Atomics.sub(control, atWork, 1);
  }
};
