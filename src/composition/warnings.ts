import type { ProjectionsContext } from '../operations/start-projections.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';

type Warn = (message: string, fields: Readonly<Record<string, unknown>>) => void;

const intervalMs = 60_000;

/**
 * Returns a function that writes a warning at once, and its repeats once a minute with how many there were (`repeated`): a store that is away for a night
 * must not fill the disk of the log. Warnings that differ only in numbers (ports, connections) are repeats.
 */
export const limitRepeats = (warn: Warn, now: () => number = Date.now): Warn => {
  const written = new Map<string, { readonly at: number; repeated: number }>();
  return (message, fields) => {
    const key = JSON.stringify([message, fields]).replaceAll(/\d+/g, '0');
    const last = written.get(key);
    if (last && now() - last.at < intervalMs) {
      last.repeated += 1;
      return;
    }
    for (const [other, { at }] of written) if (now() - at >= 10 * intervalMs) written.delete(other);
    written.set(key, { at: now(), repeated: 0 });
    warn(message, last && last.repeated > 0 ? { ...fields, repeated: last.repeated } : fields);
  };
};

type Start = {
  /** Whether all projections have caught up. */
  readonly hasStarted: () => boolean;
  /** Called with what a projection fails of before that. */
  readonly failedBefore: (projection: ProjectionName, error: unknown) => void;
};

/** Warns of the failures of projections. */
export const projectionLog = (warn: Warn, { hasStarted, failedBefore }: Start): ProjectionsContext['log'] => ({
  retrying: (projection, error) => {
    warn('a projection is retrying', { projection, error: withCause(error) });
    if (!hasStarted()) failedBefore(projection, error);
  },
  parked: (projection, { position, errorClass }) =>
    warn('an event was parked', { projection, position: String(position), errorClass }),
  stopped: (projection, error) => {
    // Before that the start fails with the error.
    if (hasStarted()) warn('a projection has stopped', { projection, error: String(error) });
  },
});

/** The text of an error for the log: a refusal names the store only, its cause is what an operator needs. */
export const withCause = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? `${String(error)} (${String(error.cause)})` : String(error);
