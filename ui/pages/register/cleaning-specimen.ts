import { html, type TemplateResult } from 'lit';
import { maskedText } from '../../components/masked-text.ts';
import { icon } from '../../icons.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { specimenMessages } from '../../messages/specimen.ts';
import { words } from '../../messages/words.ts';

/** What becomes of a row in a file: what the registration shows beside its form. */
export const cleaningSpecimen = (): TemplateResult => {
  const say = translated(signInMessages);
  const sample = translated(specimenMessages);
  const { problem, solution } = translated(words);
  return html`<div class="spec">
    <p class="say">${say.substance}</p>
    <div class="wash">
      <div>
        <p class="k">${icon('file-text')}${say.inYourFile}</p>
        <p class="card">
          ${sample.raw.map((part, index) => (index % 2 === 0 ? part : html`<span class="raw">${part}</span>`))}
        </p>
      </div>
      <div>
        <p class="k">${icon('shield')}${say.inTheBase}</p>
        <dl class="card in ps">
          <dt>${problem}</dt>
          <dd class="p">${maskedText(sample.cleaned)}</dd>
          <dt class="s">${solution}</dt>
          <dd class="s">${sample.resolved}</dd>
        </dl>
      </div>
      <div>
        <p class="k">${icon('filter')}${say.notStored}</p>
        <p class="card out"><span>${sample.phrase}</span><span class="chip">${sample.reason}</span></p>
      </div>
    </div>
  </div>`;
};
