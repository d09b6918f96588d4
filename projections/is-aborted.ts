/** Whether a signal has aborted by now. The compiler remembers an earlier look at `aborted`, though an abort comes while something is awaited. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
