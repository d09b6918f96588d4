import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { type Preview, skippedIn } from './upload-records.ts';

type Dock = {
  readonly preview: Preview;
  readonly collection: string;
  /** Another preview is on its way, or did not come. */
  readonly waits: 'loading' | 'failed' | undefined;
  readonly send: () => void;
  readonly cancel: () => void;
};

/** What will be sent where, and the one button that sends it; a file with rows that cannot be read would be refused whole, so it has none. */
export const sendDock = ({ preview, collection, waits, send, cancel }: Dock): TemplateResult => {
  const say = translated(uploadMessages);
  const { outcomes, unreadable_count: unreadable } = preview;
  const skipped = skippedIn(outcomes);
  const goes = html`<b>${say.willGo(outcomes.stored)}</b
    >${say.goes(collection)}${skipped > 0 ? say.stay(skipped) : ''}.`;
  const isFit = unreadable === 0 && outcomes.stored > 0;
  const sentence = unreadable > 0 ? say.cannotGo(unreadable) : outcomes.stored === 0 ? say.nothingToGo : goes;
  return html`<div class="dock">
    <p>${sentence}</p>
    <wa-button appearance="plain" @click=${cancel}>${say.cancel}</wa-button>
    ${
      isFit
        ? html`<wa-button variant="brand" ?loading=${waits === 'loading'} ?disabled=${waits === 'failed'} @click=${send}
            >${say.send(outcomes.stored)}</wa-button
          >`
        : nothing
    }
  </div>`;
};
