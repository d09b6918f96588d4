import { html, nothing, type TemplateResult } from 'lit';
import type { SimilarityLevels } from '../api/records.ts';
import { commonMessages } from '../messages/common.ts';
import { figure } from '../messages/format.ts';
import { translated } from '../messages/language.ts';
import { scoreBar } from './score-bar.ts';

/** A score with two decimal places: 0,93. */
export const scoreFigure = (score: number): string =>
  figure(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The name of a score's level, and the part of the bar for the level; `rank` is 1 for the nearest ticket. */
const levelOf = (score: number, levels: SimilarityLevels, rank: number) => {
  const { verySimilar, similar } = (rank === 1 ? levels.first : undefined) ?? levels;
  if (score >= verySimilar) return { name: 'verySimilar', scores: [verySimilar, 1], bar: [0.8, 1] } as const;
  if (score >= similar) return { name: 'similar', scores: [similar, verySimilar], bar: [0.5, 0.8] } as const;
  return { name: 'remote', scores: [0, similar], bar: [0, 0.5] } as const;
};

type Scored = readonly { readonly score: number }[];

/** The level of one of the tickets that were found, nearest first; unknown if it is none of them, or without the levels of their model. */
export const levelOfFound = (found: Scored, index: number, levels: SimilarityLevels | undefined) => {
  const ticket = found[index];
  return ticket && levels ? levelOf(ticket.score, levels, index + 1).name : 'unknown';
};

/** The level of the nearest of the tickets that were found; unknown if it is remote and another is not, as levels of its own may say. */
export const nearestLevel = (found: Scored, levels: SimilarityLevels | undefined) => {
  const [nearest = 'unknown', ...others] = found.map((_, index) => levelOfFound(found, index, levels));
  return nearest === 'remote' && others.some((level) => level !== 'remote') ? 'unknown' : nearest;
};

/** The share of the bar that a score fills: the same for the same word, whatever the scores of the model are. */
const shareOf = (score: number, { scores: [from, to], bar: [start, end] }: ReturnType<typeof levelOf>): number =>
  to > from ? start + ((score - from) / (to - from)) * (end - start) : end;

/**
 * What a score is said by: the levels of its model and, where they are unknown, its rank among the found tickets, 1 for
 * the nearest.
 */
type Measure = {
  readonly levels: SimilarityLevels | undefined;
  readonly rank: number;
  /** An answer was written from the ticket although it is only distantly similar. */
  readonly isPartly?: boolean;
};

/**
 * The similarity of a ticket as a bar and a word, with the figure as a tooltip and for screen readers. Where the
 * model's levels are unknown, its rank without a bar: whether its score is high cannot be said.
 */
export const similarity = (score: number, { levels, rank, isPartly = false }: Measure): TemplateResult => {
  const messages = translated(commonMessages);
  const level = levels && levelOf(score, levels, rank);
  const is = messages.similarityIs(scoreFigure(score));
  const word = level && messages.levels[isPartly && level.name === 'remote' ? 'partly' : level.name];
  return html`<span class="ticket-score" title=${is}>
    ${level ? scoreBar(shareOf(score, level)) : nothing}<span class="visually-hidden">${is}, </span
    ><span class="ticket-score-value is-word">${word ?? messages.rank(rank)}</span>
  </span>`;
};
