import type { Said } from '../../src/domain/sentence.ts';

/** What a message says to the sender. */
export const said = (message: Said | undefined): string | undefined =>
  typeof message === 'object' ? message.said : message;
