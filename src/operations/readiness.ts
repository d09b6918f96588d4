import { readLog } from '../commands/open-log.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import type { Behind, EventStore } from '../ports/event-store.ts';
import type { ProjectionFigures, Readiness, StoreState } from '../ports/readiness.ts';
import type { ProjectionStatus } from '../../projections/projector.ts';

type Writer = {
  readonly read: EventStore['read'];
  readonly projectionStatuses: () => Promise<readonly ProjectionStatus[]>;
};

const figuresTimeoutMs = 2_000;
const readinessTimeoutMs = 5_000;

/** Returns a function that gives the metrics of each projection; it rejects if the writer does not answer within 2 s. */
export const projectionFigures =
  (writer: Pick<Writer, 'projectionStatuses'>, now = () => new Date()) =>
  async (): Promise<readonly ProjectionFigures[]> => {
    const statuses = await withTimeout(writer.projectionStatuses(), figuresTimeoutMs, noAnswer);
    return statuses.map(({ projection, parked, retrying, behind }) => {
      const { events, seconds } = lagOf(behind, now());
      return { projection, parked, retrying, eventsBehind: events, secondsBehind: seconds };
    });
  };

/** Returns a function that gives the state of each store and the model in use; it never rejects. */
export const readinessOf =
  (writer: Writer, configuredModel: string, now = () => new Date()) =>
  async (): Promise<Readiness> => {
    try {
      const [statuses, { model }] = await withTimeout(
        Promise.all([writer.projectionStatuses(), readLog(writer)]),
        readinessTimeoutMs,
        noAnswer,
      );
      const projections = statuses.map(({ projection, parked, retrying, behind }): [string, StoreState] => [
        projection,
        { state: retrying ? 'failing' : 'ready', parked, lag: lagOf(behind, now()) },
      ]);
      return {
        stores: { 'event-log': { state: 'ready' }, ...Object.fromEntries(projections) },
        model: {
          model: model?.model ?? configuredModel,
          dimensions: model?.dimensions ?? null,
          ...(model && model.model !== configuredModel ? { configured: configuredModel, advice } : {}),
        },
      };
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      return { stores: { 'event-log': { state: 'failing', reason } }, model: { model: configuredModel } };
    }
  };

const advice = 'npm run reembed makes the configured model the one in use';

const noAnswer = () => new Error('The writer did not answer');

/** The lag in events, counted up to 1 000, and in seconds: the age of the oldest event that is not projected yet. */
const lagOf = ({ events, since }: Behind, now: Date) => ({
  events,
  seconds: since === undefined ? 0 : Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1_000)),
});
