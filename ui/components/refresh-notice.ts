import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ApiError } from '../api/api-error.ts';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { refreshErrorText } from '../messages/request-errors.ts';
import type { LoadState } from '../state/loader.ts';
import { icon } from './icon.ts';
import './kb-seconds.ts';

/** A strip above content that could not be loaded again: why, and that it is shown as it was (`shown`). */
export const refreshNotice = (
  loaded: LoadState<unknown>,
  retry: () => void,
  shown = translated(commonMessages).notRefreshed,
): TemplateResult | typeof nothing => {
  // The live region is there before its text, as screen readers require.
  if (loaded.state !== 'ready') return nothing;
  const { refreshError } = loaded;
  return html`<div role="status">${refreshError ? strip(refreshError, retry, shown) : nothing}</div>`;
};

/** While the rate limit is waited out, it is loaded again at the end of the wait and not before. */
const strip = (error: ApiError, retry: () => void, shown: string): TemplateResult => {
  const { said, wait } = refreshErrorText(error);
  const retryNow = html`<button class="link" type="button" @click=${retry}>
    ${translated(commonMessages).retry}
  </button>`;
  return html`<div class="notice-strip frame">
    ${icon(wait ? 'clock' : 'alert')}
    ${
      wait
        ? html`<p class="visually-hidden">${shown} ${wait.spoken}</p>
            <p aria-hidden="true">
              ${shown} ${said} ${keyed(error, html`<kb-seconds .seconds=${wait.seconds}></kb-seconds>`)}
            </p>`
        : html`<p>${shown} ${said}</p>`
    }
    ${wait ? nothing : retryNow}
  </div>`;
};
