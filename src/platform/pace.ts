/** How far work has come: `done` of `total`, and what it has counted, which is another unit if `done` are positions of a log. */
type Sample = { readonly done: number; readonly total: number; readonly count: number };

type Timed = Sample & { readonly at: number };

/** The pace of work, from what it has done lately. */
export type Pace = {
  readonly add: (sample: Sample) => void;
  /** `rate` is counted a second; it and `secondsLeft` are undefined until there is something to compare. */
  readonly estimate: () => {
    readonly percent: number;
    readonly count: number;
    readonly rate: number | undefined;
    readonly secondsLeft: number | undefined;
  };
};

/** Samples are this far apart, and so many of them count: the last ten seconds. */
const intervalMs = 250;
const maxSamples = 40;

/**
 * Measures a pace; `now` is a monotonic clock in ms. The time left follows from the median of the speeds between two samples: positions of a log may
 * jump by hundreds of megabytes at once, which says nothing of the time that the rest takes.
 */
export const newPace = (now: () => number = () => performance.now()): Pace => {
  let samples: readonly Timed[] = [];
  let last: Timed = { done: 0, total: 0, count: 0, at: now() };
  return {
    add: (sample) => {
      last = { ...sample, at: now() };
      const previous = samples.at(-1);
      if (previous && last.at - previous.at < intervalMs) return;
      samples = [...samples, last].slice(-maxSamples);
    },
    estimate: () => {
      const { done, total, count } = last;
      const [first, second] = samples;
      const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 100;
      if (!first || !second) return { percent, count, rate: undefined, secondsLeft: undefined };
      const rate = ((last.count - first.count) / (last.at - first.at)) * 1_000;
      const speed = median(samples.slice(1).map((sample, index) => speedBetween(samples[index] ?? first, sample)));
      return { percent, count, rate, secondsLeft: speed > 0 ? Math.max(0, total - done) / speed : undefined };
    },
  };
};

/** In `done` a second. */
const speedBetween = (one: Timed, other: Timed): number => ((other.done - one.done) / (other.at - one.at)) * 1_000;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Formats a pace as a line; `unit` names what is counted. */
export const paceText = (pace: Pace, unit: string): string => {
  const { percent, count, rate, secondsLeft } = pace.estimate();
  const counted = count > 0 ? [`${count} ${unit}`] : [];
  const rated = rate !== undefined && rate > 0 ? [`${Math.round(rate)}/s`] : [];
  const left = secondsLeft === undefined ? [] : [`about ${Math.ceil(secondsLeft)} s left`];
  return [`${percent} %`, ...counted, ...rated, ...left].join(', ');
};
