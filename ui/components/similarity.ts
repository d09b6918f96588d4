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

/** The level of the nearest of the tickets that were found, nearest first; unknown without a ticket or without the levels of their model. */
export const nearestLevel = ([nearest]: readonly { readonly score: number }[], levels: SimilarityLevels | undefined) =>
  nearest && levels ? levelOf(nearest.score, levels, 1).name : 'unknown';

/** The share of the bar that a score fills: the same for the same word, whatever the scores of the model are. */
const shareOf = (score: number, { scores: [from, to], bar: [start, end] }: ReturnType<typeof levelOf>): number =>
  to > from ? start + ((score - from) / (to - from)) * (end - start) : end;

/**
 * What a score is said by: the levels of its model and, where they are unknown, its rank among the found tickets, 1 for
 * the nearest.
 */
type Measure = { readonly levels: SimilarityLevels | undefined; readonly rank: number };

/**
 * The similarity of a ticket as a bar and a word, with the figure as a tooltip and for screen readers. Where the
 * model's levels are unknown, its rank without a bar: whether its score is high cannot be said.
 */
export const similarity = (score: number, { levels, rank }: Measure): TemplateResult => {
  const messages = translated(commonMessages);
  const level = levels && levelOf(score, levels, rank);
  const is = messages.similarityIs(scoreFigure(score));
  return html`<span class="ticket-score" title=${is}>
    ${level ? scoreBar(shareOf(score, level)) : nothing}<span class="visually-hidden">${is}, </span
    ><span class="ticket-score-value is-word">${level ? messages.levels[level.name] : messages.rank(rank)}</span>
  </span>`;
};
