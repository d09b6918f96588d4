import type { Response } from 'express';
import { resolvedTime } from '../domain/answer-order.ts';
import type { Hit } from '../ports/ticket-index.ts';
import type { FoundTickets } from '../queries/search-tickets.ts';
import { setSimilarityLevels } from './similarity-levels.ts';

/** Sets the headers that tell of the sources of a search. */
export const setSourceHeaders = (response: Response, { similarityLevels: levels, sources }: FoundTickets): void => {
  setSimilarityLevels(response, levels);
  if (sources.length > 0) response.set('Problem-Lengths', innerListsOf(sources));
  // Lists of RFC 9651, which count the sources from 1.
  const setList = (name: string, memberOf: (source: Hit) => string | undefined) => {
    const members = sources.flatMap((source, index) => {
      const member = memberOf(source);
      return member === undefined ? [] : [`${index + 1}${member}`];
    });
    if (members.length > 0) response.set(name, members.join(', '));
  };
  setList('Flagged-Sources', ({ isFlagged }) => (isFlagged ? '' : undefined));
  setList('Resolved-Sources', (source) => {
    const time = resolvedTime(source);
    return time === undefined ? undefined : `;at=@${Math.floor(time / 1_000)}`;
  });
  // Of an address nothing but a backslash has to be escaped.
  setList('Source-Links', ({ url }) => (url === undefined ? undefined : `;url="${url.replaceAll('\\', '\\\\')}"`));
};

/** A list of RFC 9651 with an inner list for each source. */
const innerListsOf = (sources: readonly Pick<Hit, 'problemLengths'>[]): string =>
  sources.map(({ problemLengths }) => `(${problemLengths.join(' ')})`).join(', ');
