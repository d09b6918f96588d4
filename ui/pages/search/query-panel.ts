import { html, nothing, type TemplateResult } from 'lit';
import './kb-answer.ts';
import './kb-search-box.ts';
import { keyLine } from './key-line.ts';
import type { SearchState } from './search-runner.ts';

type QuerySide = {
  readonly run: SearchState | undefined;
  readonly collectionId: string;
  /** Whether an answer is wanted. */
  readonly answers: boolean;
  readonly recent: TemplateResult | typeof nothing;
  /** Recent queries stand right below the box, above the answer. */
  readonly recentFirst: boolean;
  readonly ask: (query: string) => void;
  readonly switchAnswers: (on: boolean) => void;
  readonly enter: () => void;
  readonly openRecent: () => void;
  readonly again: () => void;
  readonly showCited: () => void;
};

/** The left side: what is asked, what the model answers, what was asked before. */
export const queryPanel = (side: QuerySide): TemplateResult => {
  const { run, answers, recent, recentFirst } = side;
  const isBusy = run?.found.state === 'searching' || run?.answer.state === 'writing';
  const sources = run?.found.state === 'found' ? run.found.sources : [];
  const answer = html`<kb-answer
    .answer=${run?.answer}
    .sources=${sources}
    .collectionId=${side.collectionId}
    @again=${side.again}
    @cited=${side.showCited}
  ></kb-answer>`;
  return html`<div class="search-left">
    <kb-search-box
      .query=${run?.query ?? ''}
      .answers=${answers}
      .busy=${isBusy}
      @ask=${({ detail }: CustomEvent<string>) => side.ask(detail)}
      @answers=${({ detail }: CustomEvent<boolean>) => side.switchAnswers(detail)}
      @recent=${side.openRecent}
      @focusin=${side.enter}
    ></kb-search-box>
    ${keyLine()} ${recentFirst ? recent : nothing}
    ${answers && sources.length > 0 && run?.answer.state !== 'off' ? answer : nothing} ${recentFirst ? nothing : recent}
  </div>`;
};
