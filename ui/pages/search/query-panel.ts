import { html, nothing, type TemplateResult } from 'lit';
import type { RunningUpload } from '../../app-context.ts';
import { shortcutsEnabled } from '../../browser/shortcuts.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-seconds.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import './kb-answer.ts';
import './kb-search-box.ts';
import type { SearchState } from './search-runner.ts';
import { sentencesFor } from './search-sentences.ts';

type QueryPanel = {
  readonly search: SearchState | undefined;
  readonly collectionId: string;
  readonly withAnswers: boolean;
  readonly recent: TemplateResult | typeof nothing;
  /** Recent queries are placed between the search box and the answer. */
  readonly recentFirst: boolean;
  /** Of the minute of the rate limit, and how long that lasts. */
  readonly requestsLeft: number | undefined;
  readonly secondsOfLimit: number;
  /** The upload into this collection. */
  readonly upload: RunningUpload | undefined;
  /** What the search is limited to. */
  readonly filter: TemplateResult;
  /** That questions are kept, until that was read. */
  readonly note: TemplateResult | typeof nothing;
  readonly onQuery: (query: string) => void;
  readonly onAnswersChange: (on: boolean) => void;
  readonly onFocus: () => void;
  readonly openRecent: () => void;
  readonly retryAnswer: () => void;
  readonly stopAnswer: () => void;
  readonly showCited: () => void;
};

/** The left column: search box, answer and recent queries. */
export const queryPanel = (panel: QueryPanel): TemplateResult => {
  const { search, withAnswers, recent, recentFirst } = panel;
  const isBusy = search?.found.state === 'searching' || search?.answer.state === 'writing';
  const sources = search?.found.state === 'found' ? search.found.sources : [];
  const answer = html`<kb-answer
    .answer=${search?.answer}
    .sources=${sources}
    .levels=${search?.found.state === 'found' ? search.found.levels : undefined}
    .isExtractive=${search?.found.state === 'found' && search.found.isExtractive === true}
    .query=${search?.query ?? ''}
    .collectionId=${panel.collectionId}
    .answerId=${search?.answerId}
    @retry=${panel.retryAnswer}
    @stop=${panel.stopAnswer}
    @cited=${panel.showCited}
  ></kb-answer>`;
  return html`<div class="search-left">
    <kb-search-box
      ?data-main-field=${!search}
      .query=${search?.query ?? ''}
      .withAnswers=${withAnswers}
      .busy=${isBusy}
      @query=${({ detail }: CustomEvent<string>) => panel.onQuery(detail)}
      @answers-change=${({ detail }: CustomEvent<boolean>) => panel.onAnswersChange(detail)}
      @recent=${panel.openRecent}
      @focusin=${panel.onFocus}
    ></kb-search-box>
    ${panel.filter} ${keyHints()} ${panel.note} ${budgetNote(panel)} ${uploadNote(panel.upload)}
    ${recentFirst ? recent : nothing} ${search && hasAnswer(search) ? answer : nothing}
    ${recentFirst ? nothing : recent}
  </div>`;
};

/** Whether there is something to say of the answer. */
const hasAnswer = ({ found, answer }: SearchState): boolean =>
  found.state === 'found' &&
  found.sources.length > 0 &&
  answer.state !== 'off' &&
  sentencesFor(found, answer).answer !== undefined;

/** From so many requests of the minute on, the user is told how many are left. */
const lowBudget = 6;

const budgetNote = ({ requestsLeft: left, secondsOfLimit }: QueryPanel): TemplateResult | typeof nothing => {
  const messages = translated(searchMessages);
  if (left === undefined || left > lowBudget) return nothing;
  if (left > 0) return html`<p class="search-note">${icon('clock')}${messages.requestsLeft(left)}</p>`;
  return html`<p class="search-note">
    ${icon('clock')}<span>${messages.noRequestsLeft} <kb-seconds .seconds=${secondsOfLimit}></kb-seconds></span>
  </p>`;
};

const uploadNote = (upload: RunningUpload | undefined): TemplateResult | typeof nothing =>
  upload
    ? html`<p class="search-note">
        ${icon('upload')}${translated(searchMessages).uploadRuns(upload.stored, upload.total)}
      </p>`
    : nothing;

/** Hidden from screen readers, which have the list of shortcuts. */
const keyHints = (): TemplateResult | typeof nothing => {
  const messages = translated(searchMessages);
  if (matchMedia('(pointer: coarse)').matches) return nothing;
  return html`<div class="search-keys" aria-hidden="true">
    <span><kbd>Enter</kbd>${messages.keyFind}</span>
    <span><kbd>Shift</kbd><kbd>Enter</kbd>${messages.keyLine}</span>
    ${shortcutsEnabled() ? html`<span class="search-key-outside"><kbd>/</kbd>${messages.keyQuery}</span>` : nothing}
  </div>`;
};
