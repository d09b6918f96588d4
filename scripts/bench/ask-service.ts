import { benchQuery } from './bench-tickets.ts';
import type { BenchFilter } from './bench-filters.ts';
import type { Target } from './bench-service.ts';
import { postJson } from './post-json.ts';

/** Where a request goes, and what it has beside its body. */
export type Sender = Target & { readonly headers?: Readonly<Record<string, string>>; readonly onSent?: () => void };

export const post = ({ url, token, headers, onSent }: Sender, path: string, body: string | Buffer): Promise<unknown> =>
  postJson(url + path, body, { headers: { authorization: `Bearer ${token}`, ...headers }, onSent });

/** What is searched; all of a collection without a filter. */
export type Searched = Sender & { readonly filter?: BenchFilter | undefined };

/** Searches a collection for the sources of a query of the bench. */
export const search = ({ filter, ...sender }: Searched, number: number): Promise<unknown> =>
  post(
    sender,
    '/api/search',
    JSON.stringify({ collection_id: sender.collectionId, query: benchQuery(number), generate_answer: false, filter }),
  );
