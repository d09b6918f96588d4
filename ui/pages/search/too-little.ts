import { html, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { addingAddress } from '../tickets/ticket-address.ts';
import type { sentencesFor } from './search-sentences.ts';

type Asked = {
  readonly collectionId: string;
  /** What was asked. */
  readonly query: string;
};

/** What the panel of the answer says where there is too little information, and what can be done about it. */
export const tooLittle = (
  sentence: string,
  { why = 'noSureAnswer', next = 'lookNearby' }: ReturnType<typeof sentencesFor>,
  { collectionId, query }: Asked,
): TemplateResult => {
  const messages = translated(searchMessages);
  return html`<header><h2>${messages.answer}</h2></header>
    <div class="answer-note">
      <p class="answer-note-lead" lang="ru">${sentence}</p>
      <p>${messages[why]}</p>
    </div>
    <ul class="answer-next">
      <li>${icon('list')}<span>${messages[next]}</span></li>
      <li>${icon('pencil')}<span>${messages.addDetail}</span></li>
      <li>
        ${icon('upload')}<span
          >${messages.ifSolved}<a href="/collections/${collectionId}/upload">${messages.uploadThose}</a
          >${messages.orElse}<a href=${addingAddress(collectionId, query)}>${messages.addOne}</a>.</span
        >
      </li>
    </ul>`;
};
