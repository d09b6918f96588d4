import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';

/** What is wrong with a field, for the `hint` slot of its control, which reads it out. */
export const fieldError = (sentence: string | undefined): TemplateResult | typeof nothing =>
  sentence === undefined ? nothing : html`<span slot="hint" class="field-error">${icon('alert')}${sentence}</span>`;
