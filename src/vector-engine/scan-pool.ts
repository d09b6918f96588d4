import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Memory of several threads. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; readonly grow: (pages: number) => number };

/** A function of vector-kernel.as for a task at an address: writes the rows that it finds to `out` and returns their number. */
export type Step = (task: number, out: number, scratch: number) => number;

/** The two steps of a scan: the second is taken when the first has been taken for all rows. */
export type ScanSteps = { readonly estimate: Step; readonly compare: Step };

const stepNames = ['estimate', 'compare'] as const;

/**
 * The fields of a task in its order in vector-kernel.as, before the room for what the first step leaves for the second.
 */
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

/** At most `maxTasks` tasks, each of at most `maxRows` rows. */
export type Call = {
  readonly tasks: readonly ScanTask[];
  readonly maxRows: number;
  /** Whether workers may take tasks. */
  readonly isShared: boolean;
};

/** Threads that scan together, the calling one among them. */
export type ScanPool = {
  /**
   * Returns a function that runs a step of all tasks, in any order, some of them on workers that are free. It can be called until the next `begin`, and takes no more memory.
   */
  readonly begin: (call: Call) => (step: keyof ScanSteps, onFound: OnFound) => void;
};

/** What a worker gets at its start. */
export type ScanWorkerData = { readonly memory: KernelMemory; readonly control: Int32Array; readonly scratch: number };

export const maxTasks = 64;

/** A task needs about 20 µs; to wake workers and to wait for them costs as much as they save in fewer. */
const minShared = 8;

/** More threads do not get more out of memory. */
const maxWorkers = 3;

const scratchBytes = 64;
/** Of a task in memory: its fields and the address of its bounds. */
const taskBytes = 64;
/** For each row its bound, and its product with the first plane. */
const boundBytes = 8;
/** For each row that is found its index and its estimate. */
const foundRowBytes = 8;

/**
 * Indices of a queue's numbers: how often workers were woken, how many run tasks, the next task, the number of tasks, the address of the first, their step, the address
 * for the rows that the first finds, and the bytes from there to those of the next.
 */
const [woken, atWork, next, total, first, stepOf, foundAt, foundApart] = [0, 1, 2, 3, 4, 5, 6, 7];
/** For each task 1 + the number of rows that a worker has found; 0 before. */
const results = 8;
const queueLength = results + maxTasks;

/** The next task between two calls. */
const noTask = 1 << 30;

/** A worker that has lost its core to others is not waited for: its task is run again locally. */
const taskTimeoutMs = 0.3;

/** So long a worker spins after a step that another follows, mostly sooner than it could be woken. */
const spinMs = 0.05;

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/** Tasks in memory, each with its bounds and `foundBytes` for the rows that a worker finds from `found` on; those that are found locally are written to `foundLocally`. */
type Tasks = {
  readonly address: number;
  readonly count: number;
  readonly found: number;
  readonly foundBytes: number;
  readonly foundLocally: number;
};

/** The tasks of one step, in memory that all threads share. Each is taken once. */
const taskQueueOn = (control: Int32Array) => ({
  /** Whether a worker still reads the tasks of an earlier call. */
  isInUse: () => Atomics.load(control, atWork) > 0,
  open: (step: keyof ScanSteps, { address, count, found, foundBytes }: Tasks): void => {
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
  /** Waits until workers have been woken more often than `seen` times; returns how often. */
  nextStep: (seen: number): number => {
    const until = performance.now() + (control[stepOf] === stepNames.length - 1 ? 0 : spinMs);
    while (Atomics.load(control, woken) === seen && performance.now() < until);
    Atomics.wait(control, woken, seen);
    return Atomics.load(control, woken);
  },
  /** Runs the step of a task, and stores the number of rows that it has found. */
  run: (task: number, steps: ScanSteps, scratch: number): void => {
    const step = steps[stepNames[control[stepOf] as 0 | 1]];
    const found = (control[foundAt] as number) + task * (control[foundApart] as number);
    const count = step((control[first] as number) + task * taskBytes, found, scratch);
    Atomics.store(control, results + task, count + 1);
    Atomics.notify(control, results + task);
  },
  /** The number of rows that a worker has found; undefined after the time-out. */
  result: (task: number): number | undefined => {
    Atomics.wait(control, results + task, 0, taskTimeoutMs);
    const count = Atomics.load(control, results + task);
    return count > 0 ? count - 1 : undefined;
  },
});

type Kernel = {
  readonly memory: KernelMemory;
  readonly steps: ScanSteps;
  readonly room: (name: 'found' | 'found by workers' | 'tasks' | 'other tasks', bytes: number) => number;
  readonly borrow: (bytes: number) => number;
  readonly numbers: (address: number, length: number) => Uint32Array;
};

/** Starts a worker. Without it a scan takes longer. */
const startWorker = (workerData: ScanWorkerData): void => {
  const worker = new Worker(new URL('scan-worker.ts', import.meta.url), { workerData, resourceLimits });
  worker.on('error', (error) => process.emitWarning(`A thread of the scan pool has ended: ${String(error)}`));
  worker.unref();
};

type Scanner = { readonly kernel: Kernel; readonly queue: ReturnType<typeof taskQueueOn>; readonly scratch: number };

/** The pool of a kernel, with a worker for each further core. They start with the first call that is shared, and end with the thread. */
export const scanPool = (kernel: Kernel, cores = availableParallelism(), startOne = startWorker): ScanPool => {
  const workers = Math.min(maxWorkers, cores - 1);
  // No task is given while the number of tasks is 0.
  const control = new Int32Array(new SharedArrayBuffer(queueLength * 4));
  const scanner = { kernel, queue: taskQueueOn(control), scratch: kernel.borrow(scratchBytes) };
  let isStarted = false;
  const start = () => {
    isStarted = true;
    for (let worker = 0; worker < workers; worker += 1) {
      startOne({ memory: kernel.memory, control, scratch: kernel.borrow(scratchBytes) });
    }
  };
  return {
    begin: (call) => {
      const isShared = call.isShared && workers > 0 && call.tasks.length >= minShared;
      if (isShared && !isStarted) start();
      const tasks = writeTasks(scanner, call);
      return (step, onFound) => {
        const local = { step, onFound };
        if (isShared && !scanner.queue.isInUse()) scanTogether(scanner, tasks, local);
        else for (let task = 0; task < tasks.count; task += 1) scanLocally(scanner, tasks, task, local);
      };
    },
  };
};

/** Behind the tasks are their bounds. A worker that is late may read the tasks of an earlier call, and write their bounds, when these are written. */
const writeTasks = ({ kernel, queue }: Scanner, { tasks, maxRows }: Call): Tasks => {
  const bytes = maxRows * boundBytes;
  const address = kernel.room(queue.isInUse() ? 'other tasks' : 'tasks', maxTasks * (taskBytes + bytes));
  const words = kernel.numbers(address, (maxTasks * taskBytes) / 4);
  for (let i = 0; i < tasks.length; i += 1) {
    const task = tasks[i] as ScanTask;
    const at = (i * taskBytes) / 4;
    for (let field = 0; field < taskFields.length; field += 1) {
      words[at + field] = task[taskFields[field] as (typeof taskFields)[number]];
    }
    words[at + taskFields.length] = address + maxTasks * taskBytes + i * bytes;
  }
  const foundBytes = maxRows * foundRowBytes;
  const found = kernel.room('found by workers', maxTasks * foundBytes);
  return { address, count: tasks.length, found, foundBytes, foundLocally: kernel.room('found', foundBytes) };
};

type LocalStep = { readonly step: keyof ScanSteps; readonly onFound: OnFound };

const scanLocally = (
  { kernel, scratch }: Scanner,
  { address, foundLocally }: Tasks,
  task: number,
  { step, onFound }: LocalStep,
): void => onFound(task, foundLocally, kernel.steps[step](address + task * taskBytes, foundLocally, scratch));

const scanTogether = (scanner: Scanner, tasks: Tasks, local: LocalStep): void => {
  const { queue } = scanner;
  const isOwn = new Uint8Array(tasks.count);
  queue.open(local.step, tasks);
  for (let task = queue.take(); task !== undefined; task = queue.take()) {
    isOwn[task] = 1;
    scanLocally(scanner, tasks, task, local);
  }
  queue.close();
  for (let task = 0; task < tasks.count; task += 1) {
    if (isOwn[task]) continue;
    const count = queue.result(task);
    if (count === undefined) scanLocally(scanner, tasks, task, local);
    else local.onFound(task, tasks.found + task * tasks.foundBytes, count);
  }
};

/** Runs tasks of a pool for ever. */
export const runWorker = ({ control, scratch }: ScanWorkerData, steps: ScanSteps): never => {
  const queue = taskQueueOn(control);
  let seen = 0;
  for (;;) {
    seen = queue.nextStep(seen);
    Atomics.add(control, atWork, 1);
    for (let task = queue.take(); task !== undefined; task = queue.take()) queue.run(task, steps, scratch);
    Atomics.sub(control, atWork, 1);
  }
};
