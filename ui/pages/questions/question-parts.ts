import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerRecord, QuotedTicket, Verdict } from '../../api/answers.ts';
import { icon } from '../../components/icon.ts';
import { scoreFigure } from '../../components/similarity.ts';
import { commonMessages } from '../../messages/common.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { noFilter, ticketsAddress } from '../tickets/ticket-address.ts';

type Sources = { readonly record: AnswerRecord; readonly verdict: Verdict | null; readonly collectionId: string };

/** The tickets that an answer was given from, best first, with what became of them. */
export const answerSources = ({ record, verdict, collectionId }: Sources): TemplateResult => {
  const messages = translated(questionsMessages);
  const { number, similarityIs } = translated(commonMessages);
  const { cited, sources } = record;
  const source = ({ ticket_id: id, score }: QuotedTicket) =>
    html`<li>
      <a href=${ticketsAddress(collectionId, { filter: noFilter, ticketId: id })}>${number(id)}</a>
      ${cited.includes(id) ? html`<span class="ticket-chip is-cited">${icon('quote')}${messages.basis}</span>` : nothing}
      ${verdict?.ticket_id === id ? html`<span class="ticket-chip">${icon('check')}${messages.fitted}</span>` : nothing}
      <span class="question-score" title=${similarityIs(scoreFigure(score))}
        ><span class="visually-hidden">${similarityIs('')}</span>${scoreFigure(score)}</span
      >
    </li>`;
  return html`<section class="question-part">
    <h3>${messages.sources} <span class="question-count">${figure(sources.length)}</span></h3>
    ${
      sources.length === 0
        ? html`<p class="quiet">${messages.noSources}</p>`
        : html`<ul class="question-sources">
            ${sources.map(source)}
          </ul>`
    }
  </section>`;
};
