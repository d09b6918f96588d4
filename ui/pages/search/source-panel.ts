import { html, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { hello } from './hello.ts';
import { nothingFound } from './nothing-found.ts';
import { queryWords } from './query-words.ts';
import { refusal } from './refusal.ts';
import type { SearchState } from './search-runner.ts';
import { sourceList, sourcePanel, sourceSkeleton } from './source-list.ts';

type Evidence = {
  readonly run: SearchState | undefined;
  readonly collection: Collection;
  readonly others: readonly Collection[];
  /** The id of the ticket that the answer is based on. */
  readonly cited: string | undefined;
  /** The model found no answer in the tickets. */
  readonly inexact: boolean;
  readonly retry: () => void;
};

/** The right side: what to write, or the tickets that were found, or why there are none. */
export const sourcesView = ({ run, collection, others, cited, inexact, retry }: Evidence): TemplateResult => {
  const nowhere = () =>
    sourcePanel({ inexact: false, count: 0 }, nothingFound({ collection, others, query: run?.query ?? '' }));
  if (!run) return collection.ticket_count === 0 ? nowhere() : hello();
  const { found, query } = run;
  if (found.state === 'searching') return sourcePanel({ inexact: false }, sourceSkeleton());
  if (found.state === 'refused') {
    const why = refusal(found, translated(searchMessages).searchFailed, retry);
    return sourcePanel({ inexact: false }, html`<div class="fail">${why}</div>`);
  }
  const { sources } = found;
  if (sources.length === 0) return nowhere();
  return sourcePanel({ inexact, count: sources.length }, sourceList(sources, queryWords(query), cited));
};
