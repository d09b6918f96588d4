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
  const messages = translated(uploadMessages);
  const { outcomes, unreadable_count: unreadable } = preview;
  const skipped = skippedIn(outcomes);
  const goes = html`<b>${messages.willGo(outcomes.stored)}</b
    >${messages.goes(collection)}${skipped > 0 ? messages.stay(skipped) : ''}.`;
  const isFit = unreadable === 0 && outcomes.stored > 0;
  const sentence = unreadable > 0 ? messages.cannotGo(unreadable) : outcomes.stored === 0 ? messages.nothingToGo : goes;
  return html`<div class="send-bar">
    <p>${sentence}</p>
    <wa-button appearance="plain" @click=${cancel}>${messages.cancel}</wa-button>
    ${
      isFit
        ? html`<wa-button variant="brand" ?loading=${waits === 'loading'} ?disabled=${waits === 'failed'} @click=${send}
            >${messages.send(outcomes.stored)}</wa-button
          >`
        : nothing
    }
  </div>`;
};
