import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Memory of several threads. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; readonly grow: (pages: number) => number };

/** A function of vector-kernel.as for a task at an address: writes the rows that it finds to `out` and returns their number. */
export type Step = (task: number, out: number, scratch: number) => number;

/** The two steps of a scan: the second is taken when the first has been taken for all rows. */
export type Steps = { readonly estimate: Step; readonly compare: Step };

const stepNames = ['estimate', 'compare'] as const;

/** The fields of a task in its order in vector-kernel.as, before the place for what the first step leaves for the second. */
export const taskFields = [
  'codes',
  'scales',
  'errors',
  'rows',
  'stride',
  'size',
  'plane1',
  'factors',
  'seconds',
  'query',
] as const;

/** Addresses of the parts of rows (0 for sketches if there are none), how many and how large they are, and the address of the query that they are compared with. */
export type ScanTask = Readonly<Record<(typeof taskFields)[number], number>>;

/** Called after each task, with its number and where the rows that it has found are, until the next call. */
export type OnFound = (task: number, address: number, count: number) => void;

/** At most `mostTasks` tasks, each of at most `mostRows` rows. */
export type Call = {
  readonly tasks: readonly ScanTask[];
  readonly mostRows: number;
  /** Whether helpers may take tasks. */
  readonly isShared: boolean;
};

/** Threads that scan together; the one that calls it takes part. */
export type ScanTeam = {
  /**
   * Returns a function that takes a step with all tasks, in any order, of which helpers take some if they are free. It can be called until the next `begin`, and takes no
   * more memory.
   */
  readonly begin: (call: Call) => (step: keyof Steps, onFound: OnFound) => void;
};

/** What helpers get. */
export type HelperData = { readonly memory: KernelMemory; readonly control: Int32Array; readonly scratch: number };

export const mostTasks = 64;

/** A task needs about 20 µs; to wake helpers and to wait for them costs as much as they save in fewer. */
const leastShared = 8;

/** More threads do not get more out of memory. */
const mostHelpers = 3;

const scratchBytes = 64;
/** Of a task in memory: its fields and the place of its bounds. */
const taskBytes = 64;
/** For each row its bound, and its product with the first plane. */
const boundBytes = 8;
/** For each row that is found its place and its estimate. */
const foundRowBytes = 8;

/**
 * Places of a board: how often helpers were woken, how many of them are at work, the next task, how many tasks there are, where the first of them is, of which step they
 * are, and where the rows that the first of them finds are to be written, and those of the next after so many bytes.
 */
const [woken, atWork, next, total, first, stepOf, foundAt, foundApart] = [0, 1, 2, 3, 4, 5, 6, 7];
/** For each task 1 + the number of rows that a helper has found; 0 before. */
const results = 8;
const boardLength = results + mostTasks;

/** Between two calls there is no next task. */
const noTask = 1 << 30;

/** A helper that has lost its core to others is not waited for: its task is done again here. */
const patienceMs = 0.3;

/** A helper stays awake for so long after a step that another follows, mostly sooner than it could be woken. */
const awakeMs = 0.05;

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/** Tasks in memory, each with its bounds and `foundBytes` for the rows that a helper finds from `found` on; those that are found here are written to `foundHere`. */
type Tasks = {
  readonly address: number;
  readonly count: number;
  readonly found: number;
  readonly foundBytes: number;
  readonly foundHere: number;
};

/** The tasks of one step, in memory that all threads share. Each is taken once. */
const boardOn = (control: Int32Array) => ({
  /** Whether a helper still reads the tasks of an earlier call. */
  isInUse: () => Atomics.load(control, atWork) > 0,
  open: (step: keyof Steps, { address, count, found, foundBytes }: Tasks): void => {
    control.fill(0, results, results + count);
    control[total] = count;
    control[first] = address;
    control[stepOf] = stepNames.indexOf(step);
    control[foundAt] = found;
    control[foundApart] = foundBytes;
    Atomics.store(control, next, 0);
    Atomics.add(control, woken, 1);
    Atomics.notify(control, woken);
  },
  close: (): void => void Atomics.store(control, next, noTask),
  take: (): number | undefined => {
    const task = Atomics.add(control, next, 1);
    return task < Atomics.load(control, total) ? task : undefined;
  },
  /** Waits until helpers have been woken more often than `seen` times; returns how often. */
  nextStep: (seen: number): number => {
    const until = performance.now() + (control[stepOf] === stepNames.length - 1 ? 0 : awakeMs);
    while (Atomics.load(control, woken) === seen && performance.now() < until);
    Atomics.wait(control, woken, seen);
    return Atomics.load(control, woken);
  },
  /** Takes the step with a task, and answers how many rows it has found. */
  carryOut: (task: number, steps: Steps, scratch: number): void => {
    const step = steps[stepNames[control[stepOf] as 0 | 1]];
    const found = (control[foundAt] as number) + task * (control[foundApart] as number);
    const count = step((control[first] as number) + task * taskBytes, found, scratch);
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
  readonly room: (name: 'found' | 'found by helpers' | 'tasks' | 'other tasks', bytes: number) => number;
  readonly borrow: (bytes: number) => number;
  readonly numbers: (address: number, length: number) => Uint32Array;
};

/** Starts a thread that helps. Without it a scan takes longer. */
const startHelper = (workerData: HelperData): void => {
  const helper = new Worker(new URL('scan-helper.ts', import.meta.url), { workerData, resourceLimits });
  helper.on('error', (error) => process.emitWarning(`A thread that helps to search has ended: ${String(error)}`));
  helper.unref();
};

type Member = { readonly kernel: Kernel; readonly board: ReturnType<typeof boardOn>; readonly scratch: number };

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
    begin: (call) => {
      const isShared = call.isShared && helpers > 0 && call.tasks.length >= leastShared;
      if (isShared && !isStarted) start();
      const tasks = writeTasks(member, call);
      return (step, onFound) => {
        const here = { step, onFound };
        if (isShared && !member.board.isInUse()) scanTogether(member, tasks, here);
        else for (let task = 0; task < tasks.count; task += 1) scanHere(member, tasks, task, here);
      };
    },
  };
};

/** Behind the tasks are their bounds. A helper that is late may read the tasks of an earlier call, and write their bounds, when these are written. */
const writeTasks = ({ kernel, board }: Member, { tasks, mostRows }: Call): Tasks => {
  const bytes = mostRows * boundBytes;
  const address = kernel.room(board.isInUse() ? 'other tasks' : 'tasks', mostTasks * (taskBytes + bytes));
  const words = kernel.numbers(address, (mostTasks * taskBytes) / 4);
  for (let i = 0; i < tasks.length; i += 1) {
    const task = tasks[i] as ScanTask;
    const at = (i * taskBytes) / 4;
    for (let field = 0; field < taskFields.length; field += 1) {
      words[at + field] = task[taskFields[field] as (typeof taskFields)[number]];
    }
    words[at + taskFields.length] = address + mostTasks * taskBytes + i * bytes;
  }
  const foundBytes = mostRows * foundRowBytes;
  const found = kernel.room('found by helpers', mostTasks * foundBytes);
  return { address, count: tasks.length, found, foundBytes, foundHere: kernel.room('found', foundBytes) };
};

type Here = { readonly step: keyof Steps; readonly onFound: OnFound };

const scanHere = (
  { kernel, scratch }: Member,
  { address, foundHere }: Tasks,
  task: number,
  { step, onFound }: Here,
): void => onFound(task, foundHere, kernel.steps[step](address + task * taskBytes, foundHere, scratch));

const scanTogether = (member: Member, tasks: Tasks, here: Here): void => {
  const { board } = member;
  const isOwn = new Uint8Array(tasks.count);
  board.open(here.step, tasks);
  for (let task = board.take(); task !== undefined; task = board.take()) {
    isOwn[task] = 1;
    scanHere(member, tasks, task, here);
  }
  board.close();
  for (let task = 0; task < tasks.count; task += 1) {
    if (isOwn[task]) continue;
    const count = board.result(task);
    if (count === undefined) scanHere(member, tasks, task, here);
    else here.onFound(task, tasks.found + task * tasks.foundBytes, count);
  }
};

/** Carries out tasks of a team for ever. */
export const help = ({ control, scratch }: HelperData, steps: Steps): never => {
  const board = boardOn(control);
  let seen = 0;
  for (;;) {
    seen = board.nextStep(seen);
    Atomics.add(control, atWork, 1);
    for (let task = board.take(); task !== undefined; task = board.take()) board.carryOut(task, steps, scratch);
    Atomics.sub(control, atWork, 1);
  }
};
