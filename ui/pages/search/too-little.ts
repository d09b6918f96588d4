import { html, type TemplateResult } from 'lit';
import type { SimilarityLevels, Source } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import { bestLevel } from '../../components/similarity.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { addingAddress } from '../tickets/ticket-address.ts';

type Asked = {
  readonly sources: readonly Source[];
  /** What the scores of the sources mean; undefined if that is not known. */
  readonly levels: SimilarityLevels | undefined;
  readonly collectionId: string;
  /** What was asked. */
  readonly query: string;
};

/** What the panel of the answer says where there is too little information, and what can be done about it. */
export const tooLittle = (sentence: string, { sources, levels, collectionId, query }: Asked): TemplateResult => {
  const messages = translated(searchMessages);
  const level = bestLevel(
    sources.map(({ score }) => score),
    levels,
  );
  const lookNearby = level === undefined ? messages.lookNearby : messages.lookNearbyAt[level];
  return html`<header><h2>${messages.answer}</h2></header>
    <div class="answer-note">
      <p class="answer-note-lead" lang="ru">${sentence}</p>
      <p>${messages.noAnswer}</p>
    </div>
    <ul class="answer-next">
      <li>${icon('pencil')}<span>${messages.addDetail}</span></li>
      <li>${icon('list')}<span>${lookNearby}</span></li>
      <li>
        ${icon('upload')}<span
          >${messages.ifSolved}<a href="/collections/${collectionId}/upload">${messages.uploadThose}</a
          >${messages.orElse}<a href=${addingAddress(collectionId, query)}>${messages.addOne}</a>.</span
        >
      </li>
    </ul>`;
};
