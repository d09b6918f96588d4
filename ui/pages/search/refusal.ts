import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../../components/kb-failure.ts';
import './kb-rate-limit-notice.ts';
import type { Refused } from './search-runner.ts';

/** Why the service did not answer: a wait that goes on by itself, or a reason with a button to try again. */
export const refusal = ({ error, goesOn }: Refused, heading: string, retry: () => void): TemplateResult =>
  goesOn
    ? html`${keyed(error, html`<kb-rate-limit-notice .seconds=${error.retryAfter ?? 60} @over=${retry}></kb-rate-limit-notice>`)}`
    : html`<kb-failure heading=${heading} .error=${error} retriable @retry=${retry}></kb-failure>`;
