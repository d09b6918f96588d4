import { readLog } from '../commands/open-log.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import { ReadModelsDamaged, Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Backlog, EventStore } from '../ports/event-store.ts';
import type { FileFault } from '../ports/store-files.ts';
import type { ProjectionMetrics, Readiness, StoreState } from '../ports/readiness.ts';
import type { ProjectionStatus } from '../../projections/projector.ts';

type Writer = {
  readonly read: EventStore['read'];
  readonly projectionStatuses: () => Promise<readonly ProjectionStatus[]>;
  /** What the log fails of, undefined if it works. */
  readonly logFailure: () => Promise<string | undefined>;
};

/** Longer than the probes of a store that may be frozen (`probeLimit`). */
const timeoutMs = 5_000;

/** Returns a function that gives the metrics of each projection; it rejects if the writer does not answer within 5 s. */
export const projectionMetrics =
  (writer: Pick<Writer, 'projectionStatuses'>, now = () => new Date()) =>
  async (): Promise<readonly ProjectionMetrics[]> => {
    const statuses = await withTimeout(writer.projectionStatuses(), timeoutMs, noAnswer);
    return statuses.flatMap(({ projection, parked, retrying, behind }) => {
      if (!behind) return [];
      const { events, seconds } = lagOf(behind, now());
      return [{ projection, parked, retrying, eventsBehind: events, secondsBehind: seconds }];
    });
  };

/** Returns a function that gives the state of each store and the model in use; it never rejects. */
export const readinessOf =
  (writer: Writer, configuredModel: string, now = () => new Date()) =>
  async (): Promise<Readiness> => {
    const limited = <Result>(work: Promise<Result>) => withTimeout(work, timeoutMs, noAnswer);
    const [log, statuses, model] = await Promise.allSettled([
      limited(writer.logFailure()),
      limited(writer.projectionStatuses()),
      limited(readLog(writer)),
    ]);
    const rejections = [log, statuses, model].flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    );
    const damage = rejections.find((error) => error instanceof ReadModelsDamaged);
    const failure = rejections.find((error) => error !== damage);
    const reason =
      (log.status === 'fulfilled' ? log.value : undefined) ?? (failure === undefined ? undefined : reasonOf(failure));
    const projections = statuses.status === 'fulfilled' ? statuses.value : [];
    return {
      stores: {
        'event-log': stateFor(reason),
        ...(damage && { 'read-models': { state: 'failing', reason: damage.message } }),
        ...Object.fromEntries(projections.map((each) => [each.projection, stateOf(each, now())])),
      },
      model: modelOf(model.status === 'fulfilled' ? model.value.model : undefined, configuredModel),
    };
  };

const stateFor = (reason: string | undefined): StoreState =>
  reason === undefined ? { state: 'ready' } : { state: 'failing', reason };

const stateOf = ({ retrying, reason, parked, behind }: ProjectionStatus, now: Date): StoreState => ({
  state: retrying ? 'failing' : 'ready',
  parked,
  ...(behind && { lag: lagOf(behind, now) }),
  ...(reason === undefined ? {} : { reason }),
});

const modelOf = (model: EmbeddingModel | undefined, configuredModel: string): Readiness['model'] => ({
  model: model?.model ?? configuredModel,
  dimensions: model?.dimensions ?? null,
  ...(model && model.model !== configuredModel ? { configured: configuredModel, advice } : {}),
});

/** A file of the embedded stores: the store that it holds, and the way out if it is damaged. */
export type WatchedFile = {
  readonly store: string;
  readonly name: string;
  readonly remedy: string;
  readonly fault: () => FileFault | undefined;
};

/** Adds to a report the files that some thread found damaged or could not read lately. */
export const withFileFaults =
  (readiness: () => Promise<Readiness>, files: readonly WatchedFile[]) => async (): Promise<Readiness> => {
    const report = await readiness();
    const found = files.flatMap(({ store, name, remedy, fault }): readonly (readonly [string, StoreState])[] => {
      const kind = fault();
      const known: StoreState = report.stores[store] ?? { state: 'ready' };
      if (kind === undefined) return [[store, known]];
      const reason = kind === 'damaged' ? `${name} is damaged; ${remedy}` : `${name} cannot be read (disk I/O error)`;
      return [[store, { ...known, state: 'failing', reason }]];
    });
    return { ...report, stores: { ...report.stores, ...Object.fromEntries(found) } };
  };

/** Adds the disk that the bodies of uploads are written to; `failure` gives what it fails of, undefined if it works. */
export const withDisk =
  (readiness: () => Promise<Readiness>, failure: () => Promise<string | undefined>) => async (): Promise<Readiness> => {
    const noDisk = () => new Unavailable('Disk did not answer');
    const [report, disk] = await Promise.all([
      readiness(),
      withTimeout(failure(), timeoutMs, noDisk).catch((error: unknown) => reasonOf(error)),
    ]);
    return { ...report, stores: { disk: stateFor(disk), ...report.stores } };
  };

/** The report of a service that waits for servers, or has waited and does not answer requests yet. */
export const readinessAtStart = (states: () => Readiness['stores'], configuredModel: string): Readiness => ({
  stores: { ...states(), 'read-models': { state: 'rebuilding', reason: 'The service is starting' } },
  model: modelOf(undefined, configuredModel),
});

/** Adds the servers, with reasons that name the variable to change. */
export const withServers =
  (readiness: () => Promise<Readiness>, states: () => Readiness['stores']) => async (): Promise<Readiness> => {
    const report = await readiness();
    return { ...report, stores: { ...states(), ...report.stores } };
  };

const advice = 'npm run reembed makes the configured model the one in use';

const noAnswer = () => new Unavailable('The writer did not answer');

/** The lag in events, counted up to 1 000, and in seconds: the age of the oldest event that is not projected yet. */
const lagOf = ({ events, since }: Backlog, now: Date) => ({
  events,
  seconds: since === undefined ? 0 : Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1_000)),
});
