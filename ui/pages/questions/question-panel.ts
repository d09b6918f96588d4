import { html, nothing, type TemplateResult } from 'lit';
import type { Usage } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { listTurns } from '../../components/list-turns.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import type { QuestionChoice } from './question-address.ts';
import type { ListedQuestions, QuestionList } from './question-list.ts';
import { questionSkeleton } from './question-rows.ts';

type Panel = {
  readonly list: QuestionList;
  readonly collectionId: string;
  /** Undefined until it is known. */
  readonly kept: Usage['questions'] | undefined;
  readonly rows: (page: ListedQuestions) => TemplateResult;
  readonly choose: (choice: QuestionChoice) => void;
  readonly turn: (after?: string) => void;
};

/** The list with its foot, or why there is none. */
export const questionPanel = (panel: Panel): TemplateResult => {
  const { list, rows, turn } = panel;
  const messages = translated(questionsMessages);
  const loaded = list.page.state.get();
  if (loaded.state === 'loading')
    return html`<div class="panel" role="status">
      <span class="visually-hidden">${translated(commonMessages).loading}</span>${questionSkeleton()}
    </div>`;
  if (loaded.state === 'failed')
    return html`<div class="panel tickets-none">
      <kb-failure heading=${messages.failed} .error=${loaded.error} retriable @retry=${list.reload}></kb-failure>
    </div>`;
  const page = loaded.value;
  if (page.questions.length === 0 && page.first === 1) return noQuestions(panel, page.choice);
  const { first, next, questions } = page;
  return html`<div class="panel">${rows(page)} ${listTurns({ first, count: questions.length, next, turn })}</div>`;
};

const noQuestions = ({ collectionId, kept, choose }: Panel, choice: QuestionChoice): TemplateResult => {
  const messages = translated(questionsMessages);
  const panel = (heading: string, text: string, action: TemplateResult | typeof nothing = nothing) =>
    html`<div class="panel tickets-none">
      <h3 tabindex="-1">${heading}</h3>
      <p>${text}</p>
      ${action === nothing ? nothing : html`<div class="action-row">${action}</div>`}
    </div>`;
  if (kept?.recording === 'off') return panel(messages.off, messages.offText);
  if (choice === 'all') {
    const search = html`<wa-button appearance="outlined" href="/collections/${collectionId}"
      >${icon('search', 'start')}${messages.toSearch}</wa-button
    >`;
    return panel(messages.empty, messages.emptyText, search);
  }
  const showAll = html`<wa-button appearance="outlined" @click=${() => choose('all')}>${messages.showAll}</wa-button>`;
  const text = choice === 'unanswered' ? messages.noneUnanswered(kept?.keep_days) : messages.noneJudged;
  return panel(messages.none[choice], text, showAll);
};
