import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerRecord, QuotedTicket, Verdict } from '../../api/answers.ts';
import { icon } from '../../components/icon.ts';
import { levelOfFound, similarity } from '../../components/similarity.ts';
import { commonMessages } from '../../messages/common.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { searchMessages } from '../../messages/search.ts';
import { answerHeading } from '../search/search-sentences.ts';
import { verdictChip } from '../search/source-verdict.ts';
import { noFilter, ticketsAddress } from '../tickets/ticket-address.ts';

type Sources = { readonly record: AnswerRecord; readonly verdict: Verdict | null; readonly collectionId: string };

/** The heading of an answer, as on the search page. */
export const headingOf = ({ outcome, cited, sources, levels, models }: AnswerRecord): string => {
  const messages = translated(searchMessages);
  if (outcome !== 'answered') return messages.answer;
  const basis = sources.findIndex(({ ticket_id: id }) => id === cited[0]);
  return messages[answerHeading(levelOfFound(sources, basis, levels), models.chat === 'extractive')];
};

/** The tickets that an answer was given from, best first, with what became of them. */
export const answerSources = ({ record, verdict, collectionId }: Sources): TemplateResult => {
  const messages = translated(questionsMessages);
  const { basis } = translated(searchMessages);
  const { number } = translated(commonMessages);
  const { cited, sources, levels } = record;
  const source = ({ ticket_id: id, score }: QuotedTicket, index: number) =>
    html`<li>
      <a href=${ticketsAddress(collectionId, { filter: noFilter, ticketId: id })}>${number(id)}</a>
      ${cited.includes(id) ? html`<span class="ticket-chip is-cited">${icon('quote')}${basis}</span>` : nothing}
      ${verdictChip(id, verdict)} ${similarity(score, { levels, rank: index + 1, isPartly: cited.includes(id) })}
    </li>`;
  return html`<section class="question-part">
    <h3>${messages.found} <span class="question-count">${figure(sources.length)}</span></h3>
    ${
      sources.length === 0
        ? html`<p class="quiet">${messages.noSources}</p>`
        : html`<ul class="question-sources">
            ${sources.map(source)}
          </ul>`
    }
  </section>`;
};
