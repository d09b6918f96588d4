import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

type Download = {
  readonly label: string;
  readonly hint: string;
  /** Undefined while it runs, or if there is nothing. */
  readonly download: (() => void) | undefined;
};

/** A button with the symbol of a download. */
export const downloadButton = ({ label, hint, download }: Download): TemplateResult =>
  html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    title="${label}. ${hint}"
    ?disabled=${!download}
    @click=${download}
  >
    ${icon('download')}
  </button>`;
