import { html, type TemplateResult } from 'lit';
import { commandKey } from '../browser/command-key.ts';

/** In a button: the key that does what it does. */
export const enterKey = (): TemplateResult => html`<kbd class="editor-key">${commandKey} ↵</kbd>`;
