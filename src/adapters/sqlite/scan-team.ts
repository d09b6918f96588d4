import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Memory of several threads. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; readonly grow: (pages: number) => number };

/** A function of vector-kernel.as: returns how many rows it has written. */
export type Step = (...parameters: readonly number[]) => number;

/** The two steps of a scan: the second is taken when the first has been taken for all rows. */
export type Steps = { readonly estimate: Step; readonly compare: Step };

const stepNames = ['estimate', 'compare'] as const;

/** Parameters of each step, in its order; after them where the rows that are found and what it needs for a while are to be written. */
export const taskFields = [
  'codes',
  'scales',
  'errors',
  'rows',
  'stride',
  'plane1',
  'factors',
  'seconds',
  'size',
  'address',
  'bounds',
] as const;

/** Addresses and sizes of what is scanned: the codes of rows, their sketches (0 if there are none), the query at `address`, and what the first step leaves for the second. */
export type ScanTask = Readonly<Record<(typeof taskFields)[number], number>>;

const parametersOf = (task: ScanTask): readonly number[] => taskFields.map((field) => task[field]);

/** Called after each task, with its number and where the rows that it has found are, until the next call. */
export type OnFound = (task: number, address: number, count: number) => void;

/** A step for at most `mostTasks` tasks, each of which finds at most `mostFound` rows. */
export type Call = {
  readonly step: keyof Steps;
  readonly tasks: readonly ScanTask[];
  readonly mostFound: number;
  /** Whether helpers may take tasks. */
  readonly isShared: boolean;
};

/** Threads that scan together; the one that calls it takes part. */
export type ScanTeam = {
  /** Carries out tasks in any order, of which helpers take some if they are free. */
  readonly scan: (call: Call, onFound: OnFound) => void;
  /** Whether a helper still works on a task of an earlier call, and may write its bounds. */
  readonly isLate: () => boolean;
};

/** What helpers get. */
export type HelperData = { readonly memory: KernelMemory; readonly control: Int32Array; readonly scratch: number };

export const mostTasks = 64;

/** A task needs about 20 µs; to wake helpers and to wait for them costs as much as they save in fewer. */
const leastShared = 8;

/** More threads do not get more out of memory. */
const mostHelpers = 3;

const scratchBytes = 64;
const bytesOfRow = 8;

/** Places of a board: how often helpers were woken, how many of them are at work, the next task, how many tasks there are, and of which step. */
const [woken, atWork, next, total, stepOf] = [0, 1, 2, 3, 4];
/** 1 + the number of rows that a helper has found; 0 before. */
const results = 5;
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
  open: (step: keyof Steps, tasks: readonly (readonly number[])[]): void => {
    tasks.forEach((task, i) => control.set(task, given + i * placesOfTask));
    control.fill(0, results, given);
    control[total] = tasks.length;
    control[stepOf] = stepNames.indexOf(step);
    Atomics.store(control, next, 0);
    Atomics.add(control, woken, 1);
    Atomics.notify(control, woken);
  },
  close: (): void => void Atomics.store(control, next, noTask),
  take: (): number | undefined => {
    const task = Atomics.add(control, next, 1);
    return task < Atomics.load(control, total) ? task : undefined;
  },
  step: (): keyof Steps => stepNames[control[stepOf] as 0 | 1],
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
  readonly steps: Steps;
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

type Work = Call & { readonly onFound: OnFound };

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
    scan: (call, onFound) => {
      const work = { ...call, onFound };
      const isShared = call.isShared && helpers > 0 && call.tasks.length >= leastShared;
      if (isShared && !isStarted) start();
      if (isShared && !member.board.isInUse()) scanTogether(member, work);
      else for (const task of call.tasks.keys()) scanHere(member, work, task);
    },
    isLate: member.board.isInUse,
  };
};

const scanHere = ({ kernel, scratch }: Member, { step, tasks, mostFound, onFound }: Work, task: number): void => {
  const address = kernel.room('found', mostFound * bytesOfRow);
  onFound(task, address, kernel.steps[step](...parametersOf(tasks[task] as ScanTask), address, scratch));
};

const scanTogether = (member: Member, work: Work): void => {
  const { kernel, board } = member;
  const { step, tasks, mostFound, onFound } = work;
  const bytes = mostFound * bytesOfRow;
  const address = kernel.room('found by helpers', mostTasks * bytes);
  board.open(
    step,
    tasks.map((task, i) => [...parametersOf(task), address + i * bytes]),
  );
  const others = new Set(tasks.keys());
  for (let task = board.take(); task !== undefined; task = board.take()) {
    others.delete(task);
    scanHere(member, work, task);
  }
  board.close();
  for (const task of others) {
    const count = board.result(task);
    if (count === undefined) scanHere(member, work, task);
    else onFound(task, address + task * bytes, count);
  }
};

/** Carries out tasks of a team for ever. */
export const help = ({ control, scratch }: HelperData, steps: Steps): never => {
  const board = boardOn(control);
  let seen = 0;
  for (;;) {
    Atomics.wait(control, woken, seen);
    seen = Atomics.load(control, woken);
    Atomics.add(control, atWork, 1);
    for (let task = board.take(); task !== undefined; task = board.take()) {
      board.answer(task, steps[board.step()](...board.task(task), scratch));
    }
    Atomics.sub(control, atWork, 1);
  }
};
