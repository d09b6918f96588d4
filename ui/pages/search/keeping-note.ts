import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Usage } from '../../api/records.ts';
import { readSetting, saveSetting } from '../../browser/storage.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { verdictMessages } from '../../messages/verdict.ts';
import type { Loader } from '../../state/loader.ts';
import type { SearchState } from './search-runner.ts';

type Page = {
  readonly usage: () => Loader<Usage>;
  readonly search: () => SearchState | undefined;
  readonly focusSearchBox: () => void;
};

const seen = 'keeping-note';

/**
 * That questions are kept, and for how long: said once in each browser, until it is confirmed. It comes as a search begins, when what is below makes room
 * anyway, so that it moves nothing; how long they are kept is asked for when the query is about to be typed.
 */
export class KeepingNote {
  readonly #host: ReactiveControllerHost;
  readonly #page: Page;
  #days = 0;

  constructor(host: ReactiveControllerHost, page: Page) {
    this.#host = host;
    this.#page = page;
    new Effect(
      host,
      () => [page.search()?.found.state],
      ([found]) => {
        if (found === 'searching') this.#begin();
      },
    );
  }

  get #isSeen(): boolean {
    return readSetting(seen) !== undefined;
  }

  /** Asks for how long questions are kept. */
  prepare(): void {
    if (!this.#isSeen) this.#page.usage().ensure();
  }

  #begin(): void {
    const { recording, keep_days: days = 0 } = this.#page.usage().value()?.questions ?? {};
    if (!this.#isSeen && recording === 'on') this.#days = days;
  }

  #confirm(): void {
    saveSetting(seen, 'seen');
    this.#days = 0;
    this.#host.requestUpdate();
    this.#page.focusSearchBox();
  }

  render(collectionId: string): TemplateResult | typeof nothing {
    if (this.#days === 0) return nothing;
    const { kept, gotIt, openQuestions } = translated(verdictMessages);
    return html`<div class="search-kept" role="note">
      ${icon('shield')}
      <div>
        <p>${kept(this.#days)}</p>
        <div class="action-row">
          <wa-button size="s" appearance="outlined" @click=${() => this.#confirm()}>${gotIt}</wa-button>
          <wa-button size="s" appearance="plain" href="/collections/${collectionId}/questions"
            >${openQuestions}</wa-button
          >
        </div>
      </div>
    </div>`;
  }
}
