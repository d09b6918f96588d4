import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, type TemplateResult } from 'lit';
import '../../components/kb-failure.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { factsOf, fileHead } from './file-head.ts';
import type { FlowState } from './flow-state.ts';

type Step<Name extends FlowState['step']> = Extract<FlowState, { readonly step: Name }>;
type Look = { readonly actions: TemplateResult; readonly retry: () => void };

/** A file whose preview is on its way, or did not come. */
export const readingFile = ({ file, share, failure }: Step<'reading'>, look: Look): TemplateResult => {
  const messages = translated(uploadMessages);
  if (failure) return failedFile({ file, failure }, { ...look, heading: messages.readFailed });
  const percent = figure(share, { style: 'percent', maximumFractionDigits: 0 });
  return html`<div class="panel">
    ${fileHead(file.name, factsOf(file), look.actions)}
    <div class="progress">
      <p class="row">
        <b class="num">${share > 0 && share < 1 ? messages.readingSent(percent) : messages.reading}</b>
      </p>
      <wa-progress-bar label=${messages.reading} .value=${share * 100} ?indeterminate=${share === 1}></wa-progress-bar>
    </div>
  </div>`;
};

/** A file with which something failed that may succeed the next time. */
export const failedFile = (
  { file, failure }: Pick<Step<'failed'>, 'file' | 'failure'>,
  { actions, retry, heading }: Look & { readonly heading: string },
): TemplateResult =>
  html`<div class="panel">
    ${fileHead(file.name, factsOf(file), actions)}
    <div class="in">
      <kb-failure heading=${heading} .error=${failure} retriable @retry=${retry}></kb-failure>
    </div>
  </div>`;
