import { html, type TemplateResult } from 'lit';
import { maskedText } from '../../components/masked-text.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { exampleMessages } from '../../messages/examples.ts';
import { commonMessages } from '../../messages/common.ts';

/** What becomes of a row in a file: what the registration shows beside its form. */
export const cleaningSpecimen = (): TemplateResult => {
  const messages = translated(signInMessages);
  const sample = translated(exampleMessages);
  const { problem, solution } = translated(commonMessages);
  return html`<div class="example">
    <p class="tagline">${messages.substance}</p>
    <div class="cleaning">
      <div>
        <p class="k">${icon('file-text')}${messages.inYourFile}</p>
        <p class="card">
          ${sample.raw.map((part, index) => (index % 2 === 0 ? part : html`<span class="raw">${part}</span>`))}
        </p>
      </div>
      <div>
        <p class="k">${icon('shield')}${messages.inTheBase}</p>
        <dl class="card in ps">
          <dt>${problem}</dt>
          <dd class="p">${maskedText(sample.cleaned)}</dd>
          <dt class="s">${solution}</dt>
          <dd class="s">${sample.resolved}</dd>
        </dl>
      </div>
      <div>
        <p class="k">${icon('filter')}${messages.notStored}</p>
        <p class="card out"><span>${sample.phrase}</span><span class="chip">${sample.reason}</span></p>
      </div>
    </div>
  </div>`;
};
