import { html, type LitElement, type TemplateResult } from 'lit';
import { focusRow } from './row-focus.ts';

/** The drawer is a page of its own. */
const singleColumn = matchMedia('(max-width: 59.99rem)');

type Options = {
  readonly openId: () => string | undefined;
  /** Shows a row in the drawer, or none. */
  readonly show: (id: string | undefined) => void;
  readonly drawer: () => { readonly focusHeading: () => void } | null;
};

/** Opens rows of a page's list in the drawer beside it, and closes that: the focus returns to the row, and the list to where it was if the drawer took its place. */
export const rowDrawer = (page: LitElement, { openId, show, drawer }: Options) => {
  let listScroll = 0;
  return {
    open: (id: string): void => {
      if (id === openId()) {
        drawer()?.focusHeading();
        return;
      }
      if (openId() === undefined) listScroll = scrollY;
      show(id);
      if (!singleColumn.matches) return;
      scrollTo(0, 0);
      void page.updateComplete.then(() => drawer()?.focusHeading());
    },
    close: (): void => {
      const id = openId();
      if (id === undefined) return;
      show(undefined);
      void page.updateComplete.then(() => {
        if (singleColumn.matches) scrollTo(0, listScroll);
        focusRow(page, id);
      });
    },
  };
};

/** The row that is open, if it is in the list, and whether there are others beside it. */
export const rowInList = <Row>(rows: readonly Row[], isOpen: (row: Row) => boolean) => {
  const index = rows.findIndex(isOpen);
  const neighbours = { previous: index > 0, next: index !== -1 && index < rows.length - 1 };
  return { row: rows[index], neighbours };
};

type Frame = {
  readonly heading: string;
  readonly isSplit: boolean;
  readonly list: unknown;
  readonly drawer: unknown;
  /** What was done, or is shown, for screen readers. */
  readonly said: string;
};

/** A list with what is open beside it. */
export const listWithDrawer = ({ heading, isSplit, list, drawer, said }: Frame): TemplateResult => html`
  <h2 class="visually-hidden">${heading}</h2>
  <div class="tickets-layout ${isSplit ? 'is-split' : ''}">
    <div class="tickets-list">${list}</div>
    ${drawer}
  </div>
  <p class="visually-hidden" role="status">${said}</p>
`;
