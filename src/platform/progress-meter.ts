/** `done` of `total`, and `count` in the unit that is displayed: events if `done` are positions of a log. */
type Sample = { readonly done: number; readonly total: number; readonly count: number };

type Timed = Sample & { readonly at: number };

/** Estimates rate and remaining time from recent samples. */
export type ProgressMeter = {
  readonly add: (sample: Sample) => void;
  /** `rate` is in `count` a second; it and `secondsLeft` are undefined until there are two samples. */
  readonly estimate: () => {
    readonly percent: number;
    readonly count: number;
    readonly rate: number | undefined;
    readonly secondsLeft: number | undefined;
  };
};

/** Together: the last ten seconds. */
const intervalMs = 250;
const maxSamples = 40;

/**
 * `now` is a monotonic clock in ms. The remaining time follows from the median of the speeds between two samples, since positions of a log may jump by hundreds
 * of megabytes at once.
 */
export const progressMeter = (now: () => number = () => performance.now()): ProgressMeter => {
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

/** `unit` names what `count` counts. */
export const formatProgress = (meter: ProgressMeter, unit: string): string => {
  const { percent, count, rate, secondsLeft } = meter.estimate();
  const counted = count > 0 ? [`${count} ${unit}`] : [];
  const rated = rate !== undefined && rate > 0 ? [`${Math.round(rate)}/s`] : [];
  const left = secondsLeft === undefined ? [] : [`about ${Math.ceil(secondsLeft)} s left`];
  return [`${percent} %`, ...counted, ...rated, ...left].join(', ');
};
