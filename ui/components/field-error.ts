import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** The error of a field, for the `hint` slot of its control, which associates it for screen readers. */
export const fieldError = (sentence: string | undefined): TemplateResult | typeof nothing =>
  sentence === undefined ? nothing : html`<span slot="hint" class="field-error">${icon('alert')}${sentence}</span>`;
