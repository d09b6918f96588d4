import type { Credential } from '../authentication.ts';

/** One endpoint as the document tells it; `answers` maps statuses to schemas (a string) or lists of them. */
export type Operation = {
  readonly id: string;
  readonly tag: 'Accounts' | 'Collections' | 'Tickets' | 'Search' | 'Service';
  readonly summary: string;
  readonly description?: string;
  readonly credential: Credential;
  /** A schema's name, `file` for a multipart body, or both. */
  readonly body?: string | readonly string[];
  readonly parameters?: readonly object[];
  readonly answers: Readonly<Record<number, string | readonly [string]>>;
  /** Which refusals of the contract's error table can come, beside 429 and 500. */
  readonly refusals: readonly number[];
  /** Answers say in `Location` where what was begun can be looked up. */
  readonly located?: boolean;
};
