import { html, nothing, type TemplateResult } from 'lit';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { refreshErrorText } from '../messages/request-errors.ts';
import type { LoadState } from '../state/loader.ts';
import { icon } from './icon.ts';

/** A strip above content that could not be loaded again: why, and that it is shown as it was (`shown`). */
export const refreshNotice = (
  loaded: LoadState<unknown>,
  retry: () => void,
  shown = translated(commonMessages).notRefreshed,
): TemplateResult | typeof nothing => {
  if (loaded.state !== 'ready') return nothing;
  const { refreshError } = loaded;
  const { retry: retryNow } = translated(commonMessages);
  const strip =
    refreshError &&
    html`<div class="notice-strip frame">
      ${icon('alert')}
      <p>${shown} ${refreshErrorText(refreshError)}</p>
      <button class="link" type="button" @click=${retry}>${retryNow}</button>
    </div>`;
  // The live region is there before its text, as screen readers require.
  return html`<div role="status">${strip ?? nothing}</div>`;
};
