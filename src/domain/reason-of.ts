import { Refusal } from './errors.ts';

/** What may be said of an error: the message of a refusal, or the class of any other error, whose message may quote a path or an address. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? error.name : 'unknown';
};
