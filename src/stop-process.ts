import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A stop must not take longer than ten seconds from the moment at which the listeners close. */
const stopTimeoutMs = 9_500;

/**
 * A drained process lives for so long after its listeners have closed: a proxy that looks at nothing but connections learns from refused ones that it has to go
 * elsewhere. Where a container ends at once, connections to it are not refused but hang, and nginx fails what hangs while it looks up the next container.
 */
const refusingMs = 1_000;

/** Receives why the process ends. */
export type LogEnd = (reason: string, error?: unknown) => void;

/** Logs why the process ends and, as its last line, that it has ended. */
export const logEnd = (log: Logger): LogEnd => {
  let end: { readonly reason: string; readonly since: number } | undefined;
  const stopping = (reason: string, error?: unknown): void => {
    end ??= { reason, since: performance.now() };
    if (error === undefined) log.info({ reason }, 'stopping');
    else log.fatal({ reason, err: error }, 'stopping');
  };
  process.on('uncaughtExceptionMonitor', (error) => stopping('unexpected error', error));
  process.on('exit', (exitCode) => {
    const milliseconds = end && Math.round(performance.now() - end.since);
    log.info({ reason: end?.reason, exitCode, milliseconds }, 'stopped');
  });
  return stopping;
};

type Running = {
  /** Everything that listens. */
  readonly servers: readonly Server[];
  /** Before this has passed after the first signal, requests are still answered. */
  readonly drainSeconds: number;
  /** From now on `/api/ready` says 503, so that no new requests are sent here. */
  readonly drain: () => void;
  readonly stopService: () => Promise<void>;
  readonly ending: LogEnd;
};

/** What a signal does while the service runs: the first one drains it, then it stops; a second one ends the draining. Exit code 1 if the stop takes too long. */
export const stopOnSignal = ({ servers, drainSeconds, drain, stopService, ending }: Running) => {
  let draining: NodeJS.Timeout | undefined;
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    clearTimeout(draining);
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    for (const server of servers) {
      server.close();
      server.closeIdleConnections();
    }
    void Promise.all([stopService(), sleep(drainSeconds > 0 ? refusingMs : 0)]).then(() => process.exit(0));
  };
  return (signal: NodeJS.Signals): void => {
    if (draining) {
      stop();
      return;
    }
    ending(signal);
    drain();
    draining = setTimeout(stop, drainSeconds * 1_000);
  };
};
