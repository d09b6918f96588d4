import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { errorDetailText } from '../../messages/error-details.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { Refusal } from './flow-state.ts';

/** How a file of any size is sent from a terminal. */
const commandFor = (name: string, collectionId: string): string =>
  `npm run upload -- '${name.replaceAll("'", String.raw`'\''`)}' --collection ${collectionId} --url ${location.origin}`;

/** Why a file is not taken, above the drop zone. */
export const refusedFile = ({ name, why }: Refusal, collectionId: string): TemplateResult => {
  const messages = translated(uploadMessages);
  const command = html`<p class="command">
    <span>${messages.command}</span><code tabindex="0">${commandFor(name, collectionId)}</code>
  </p>`;
  return html`<div class="notice danger">
    ${icon('circle-x')}
    <div>
      <div role="alert">
        <b>${messages.refused(name)}</b>
        <p>${typeof why === 'string' ? messages.unfit[why] : errorDetailText(why.detail)}</p>
      </div>
      ${why === 'large' ? command : nothing}
    </div>
  </div>`;
};
