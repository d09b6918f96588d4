import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

type Menu = {
  readonly id: string;
  /** The address of the ticket in its desk, if it is known. */
  readonly source: string | undefined;
  readonly shown: () => void;
  readonly open: () => void;
  readonly hide: () => void;
};

type Selected = CustomEvent<{ readonly item: { readonly value: string } }>;

/** What can be done to a ticket that was found. */
export const sourceMenu = ({ id, source, shown, open, hide }: Menu): TemplateResult => {
  const messages = translated(searchMessages).menu;
  const select = ({ detail: { item } }: Selected) => {
    if (item.value === 'hide') hide();
    else if (item.value === 'source') window.open(source, '_blank', 'noopener,noreferrer');
    else open();
  };
  const openSource = html`<wa-dropdown-item value="source"
    >${icon('arrow-up-right', 'icon')}${translated(commonMessages).openSource}</wa-dropdown-item
  >`;
  return html`<wa-dropdown placement="bottom-end" @wa-show=${shown} @wa-select=${select}>
    <button
      class="icon-button source-menu"
      slot="trigger"
      type="button"
      aria-label=${messages.actions(id)}
      title=${messages.actions(id)}
    >
      ${icon('ellipsis')}
    </button>
    <wa-dropdown-item value="open">${icon('list', 'icon')}${messages.openInTickets}</wa-dropdown-item>
    <wa-dropdown-item value="hide">${icon('eye-off', 'icon')}${messages.hide}</wa-dropdown-item>
    ${source === undefined ? nothing : openSource}
  </wa-dropdown>`;
};
