import { localModel } from '../adapters/local-model/name.ts';
import { readLog } from '../commands/open-log.ts';
import type { Config } from '../config.ts';
import type { ProjectionFigures, Readiness, StoreState } from '../ports/readiness.ts';
import type { Behind } from '../ports/event-store.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import type { WriterMethods } from './writer-methods.ts';

/** The figures of each projection for metrics. */
export const figuresOf =
  (writer: Pick<WriterMethods, 'projectionStatuses'>, now = () => new Date()) =>
  async (): Promise<readonly ProjectionFigures[]> =>
    (await withTimeout(writer.projectionStatuses(), 2_000, late)).map(({ projection, parked, retrying, behind }) => {
      const { events, seconds } = lagOf(behind, now());
      return { projection, parked, retrying, eventsBehind: events, secondsBehind: seconds };
    });

/** What GET /api/ready tells: each store's state, and which model is in use beside the one that is configured. */
export const readinessOf =
  (
    config: Pick<Config, 'gateway'>,
    writer: Pick<WriterMethods, 'projectionStatuses' | 'read'>,
    { now = () => new Date(), wait = 5_000 } = {},
  ) =>
  async (): Promise<Readiness> => {
    const configured = config.gateway?.embeddingModel ?? localModel;
    try {
      const [standings, { model }] = await withTimeout(
        Promise.all([writer.projectionStatuses(), readLog(writer)]),
        wait,
        late,
      );
      const projections = standings.map(({ projection, parked, retrying, behind }): readonly [string, StoreState] => [
        projection,
        { state: retrying ? 'failing' : 'ready', parked, lag: lagOf(behind, now()) },
      ]);
      const inUse = model?.model ?? configured;
      const wish =
        inUse === configured ? {} : { configured, advice: 'npm run reembed makes the configured model the one in use' };
      return {
        stores: { 'event-log': { state: 'ready' }, ...Object.fromEntries(projections) },
        model: { model: inUse, dimensions: model?.dimensions ?? null, ...wish },
      };
    } catch (error) {
      // The event log cannot be asked: that is what a caller wants to know, whatever the reason.
      return { stores: { 'event-log': { state: 'failing', reason: reasonOf(error) } }, model: { model: configured } };
    }
  };

const late = () => new Error('The writer did not answer');

/** Events are counted up to 1 000; seconds are the age of the oldest that is not projected yet. */
const lagOf = ({ events, since }: Behind, now: Date) => ({
  events,
  seconds: since === undefined ? 0 : Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1_000)),
});

const reasonOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');
