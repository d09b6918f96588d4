/** What the signals that end a process do from now on. */
export type Signals = { readonly handle: (next: (signal: NodeJS.Signals) => void) => void };

/** Handles SIGTERM and SIGINT, which the first process of a container ignores unless it handles them: they end the process with exit code 0 until `handle` sets something else. */
export const handleSignals = (): Signals => {
  let current = (_signal: NodeJS.Signals): void => process.exit(0);
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, (signal) => current(signal));
  return {
    handle: (next) => {
      current = next;
    },
  };
};
