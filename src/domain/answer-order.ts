/** What decides which of two sources an answer is rather written from. */
export type OrderedSource = {
  readonly score: number;
  /** Whether it is flagged for review. */
  readonly isFlagged: boolean;
  /** When its ticket was resolved, as ISO 8601; absent if it is not known. */
  readonly resolvedAt?: string | undefined;
};

type Scored = Pick<OrderedSource, 'score'> & { readonly ticketId: string };

/** The order of hits and of the sources of a search: the best first, those of one score by their ids. */
export const bestFirst = (one: Scored, other: Scored): number =>
  other.score - one.score || (one.ticketId < other.ticketId ? -1 : 1);

/**
 * Sources, best first, in the order in which an answer is written from them. A difference of scores below `noise` says nothing: of the sources that are so near to
 * the best of them, those that are not flagged come first, and then the younger before the older; one of unknown age keeps its place. None passes a source
 * that is better than that. Without a noise, scores alone decide.
 */
export const answerOrder = <Source extends OrderedSource>(sources: readonly Source[], noise = 0): readonly Source[] => {
  const ordered: Source[] = [];
  for (let start = 0; start < sources.length;) {
    const best = sources[start]?.score ?? 0;
    const end = sources.findIndex(({ score }, index) => index > start && best - score >= noise);
    const near = sources.slice(start, end < 0 ? undefined : end);
    for (const isFlagged of [false, true])
      ordered.push(...youngestFirst(near.filter((source) => source.isFlagged === isFlagged)));
    start += near.length;
  }
  return ordered;
};

const youngestFirst = <Source extends OrderedSource>(sources: readonly Source[]): readonly Source[] => {
  const byAge = sources
    .filter((source) => resolvedTime(source) !== undefined)
    .toSorted((one, other) => Number(resolvedTime(other)) - Number(resolvedTime(one)))
    .values();
  return sources.map((source) => (resolvedTime(source) === undefined ? source : (byAge.next().value ?? source)));
};

/** When the ticket of a source was resolved, in ms; undefined if that is not known. */
export const resolvedTime = ({ resolvedAt = '' }: Pick<OrderedSource, 'resolvedAt'>): number | undefined => {
  const time = Date.parse(resolvedAt);
  return Number.isNaN(time) ? undefined : time;
};
