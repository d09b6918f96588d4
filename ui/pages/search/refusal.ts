import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../../components/kb-failure.ts';
import './kb-pause.ts';
import type { Refused } from './search-run.ts';

/** Why the service did not answer: a wait that goes on by itself, or a reason with a button to try again. */
export const refusal = ({ error, goesOn }: Refused, heading: string, retry: () => void): TemplateResult =>
  goesOn
    ? html`${keyed(error, html`<kb-pause .seconds=${error.retryAfter ?? 60} @over=${retry}></kb-pause>`)}`
    : html`<kb-failure heading=${heading} .error=${error} retriable @retry=${retry}></kb-failure>`;
