import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../icons.ts';
import { translated } from '../../messages/language.ts';
import { refusalText } from '../../messages/refusals.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { Refusal } from './flow-state.ts';

/** How a file of any size is sent from a terminal. */
const commandFor = (name: string, collectionId: string): string =>
  `npm run upload -- '${name.replaceAll("'", String.raw`'\''`)}' --collection ${collectionId} --url ${location.origin}`;

/** Why a file is not taken, above the drop zone. */
export const refusedFile = ({ name, why }: Refusal, collectionId: string): TemplateResult => {
  const say = translated(uploadMessages);
  const command = html`<p class="command">
    <span>${say.command}</span><code tabindex="0">${commandFor(name, collectionId)}</code>
  </p>`;
  return html`<div class="notice danger">
    ${icon('circle-x')}
    <div>
      <div role="alert">
        <b>${say.refused(name)}</b>
        <p>${typeof why === 'string' ? say.unfit[why] : refusalText(why.detail)}</p>
      </div>
      ${why === 'large' ? command : nothing}
    </div>
  </div>`;
};
