import { expect } from 'chai';
import type { ApiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import {
  address,
  announced,
  freshBrowser,
  key,
  opened,
  query,
  type Reply,
  replies,
  searchGiving,
  text,
} from './search-page.ts';
import { settled, until, violations } from './support.ts';

type Asked = Parameters<ApiClient['search']>[0];

const counts = {
  categories: [
    { category: 'Оплата', count: 12, withdrawn: 0 },
    { category: 'Интернет', count: 5, withdrawn: 1 },
    { category: 'Скрытое', count: 0, withdrawn: 3 },
  ],
  ...{ more_categories: false, states: { active: 17, withdrawn: 4 }, flagged: 0 },
};
const q = `q=${encodeURIComponent(query)}`;
const payment = new URLSearchParams({ category: 'Оплата' }).toString();
const internet = new URLSearchParams({ category: 'Интернет' }).toString();

/** The page at an address whose router moves to where it is led, and the filters of the searches. */
const openedAt = async (
  fragment: string,
  all: readonly Reply[] = [replies.found, replies.saying('Так.')],
  failure?: ApiError,
) => {
  const filters: unknown[] = [];
  const { search } = searchGiving(all);
  const remembering: ApiClient['search'] = (asked: Asked, options) => {
    filters.push(asked.filter);
    return search(asked, options);
  };
  const send = () => (failure ? Promise.reject(failure) : Promise.resolve(new Response(JSON.stringify(counts))));
  const opening = await opened(fragment, [], undefined, true, { search: remembering, send });
  const { location } = opening.app.router;
  const navigate = (to: string) => {
    opening.app.visited.push(to);
    const { pathname, hash } = new URL(to, 'https://kb.example');
    location.set({ path: pathname, fragment: hash.slice(1) });
  };
  Object.assign(opening.app.router, { navigate });
  return { ...opening, filters, location };
};

const pressed = async (target: HTMLElement | null | undefined) => {
  target?.click();
  await settled();
};

const openPicker = async (page: Element) => {
  await pressed(page.querySelector<HTMLElement>('.search-filter-open'));
  await until(() => page.querySelector('kb-category-menu') !== null);
  await settled();
};

const chips = (page: Element) => [...page.querySelectorAll<HTMLElement>('.search-filter-row > .tickets-chip')];
const period = (page: Element) => page.querySelector<HTMLSelectElement>('.search-filter-period select');

before(() => {
  const styles = '<template id="lazy-styles"><link rel="stylesheet" href="data:text/css,"></template>';
  document.head.insertAdjacentHTML('beforeend', styles);
});
beforeEach(freshBrowser);
afterEach(() => chooseLanguage('ru'));

describe('The filter of a search', () => {
  it('is chosen from categories that searches find, goes to the address, and searches again with it', async () => {
    const { page, app, filters } = await openedAt(q, [replies.found, replies.saying('Так.'), 'never']);
    await openPicker(page);
    expect(await violations(page)).to.deep.equal([]);
    await pressed(page.querySelector<HTMLElement>('.tickets-more > button'));
    const names = [...page.querySelectorAll('.tickets-menu li')].map(text);
    expect(names).to.deep.equal(['Оплата12', 'Интернет5']);
    expect(await violations(page)).to.deep.equal([]);
    await pressed(page.querySelector<HTMLElement>('.tickets-menu li button'));
    expect(app.visited).to.deep.equal([`${address}#${q}&${payment}`]);
    expect(filters).to.deep.equal([undefined, { categories: ['Оплата'] }]);
    expect(chips(page).map(text)).to.deep.equal(['Оплата']);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('comes with the address, is kept by the next query, and follows the history', async () => {
    const { page, app, filters, location } = await openedAt(`${q}&${payment}&resolved_before=2024-05-01`);
    await until(() => chips(page).length === 1);
    // Nobody has asked for it.
    expect(page.querySelector('kb-search-filter')?.contains(document.activeElement)).to.equal(false);
    expect(filters).to.deep.equal([{ categories: ['Оплата'], resolvedBefore: '2024-05-01' }]);
    expect(text(period(page)?.selectedOptions[0] ?? null)).to.equal('до 1 мая 2024');
    const box = page.querySelector('kb-search-box');
    box?.dispatchEvent(new CustomEvent('query', { detail: 'другое' }));
    await settled();
    const other = `q=${encodeURIComponent('другое')}&${payment}&resolved_before=2024-05-01`;
    expect(app.visited).to.deep.equal([`${address}#${other}`]);
    // Back to another filter of the same query.
    location.set({ path: address, fragment: `q=${encodeURIComponent('другое')}&${internet}` });
    await settled();
    expect(filters.at(-1)).to.deep.equal({ categories: ['Интернет'] });
    expect(chips(page).map(text)).to.deep.equal(['Интернет']);
    // The tab's own link has neither: both come back.
    location.set({ path: `${address}/tickets`, fragment: '' });
    location.set({ path: address, fragment: '' });
    await settled();
    expect(app.visited.at(-1)).to.equal(`${address}#q=${encodeURIComponent('другое')}&${internet}`);
    expect(filters).to.have.length(3);
  });

  it('is removed by a click, by a key and by its time, and the focus stays in it', async () => {
    const { page, app } = await openedAt(`${q}&${payment}&${internet}&resolved_after=2024-05-01`);
    await until(() => page.querySelector('.search-filter-period button') !== null);
    expect(await violations(page)).to.deep.equal([]);
    await pressed(page.querySelector<HTMLElement>('.search-filter-period button'));
    expect(app.visited.at(-1)).to.equal(`${address}#${q}&${payment}&${internet}`);
    expect(document.activeElement).to.equal(period(page));
    await pressed(chips(page)[0]);
    expect(app.visited.at(-1)).to.equal(`${address}#${q}&${internet}`);
    const [last] = chips(page);
    last?.focus();
    key(last ?? page, 'Delete');
    await settled();
    expect(app.visited.at(-1)).to.equal(`${address}#${q}`);
    expect(chips(page)).to.deep.equal([]);
    expect(page.querySelector('kb-search-filter')?.contains(document.activeElement)).to.equal(true);
  });

  it('may be about when tickets were resolved, also before there is a query', async () => {
    const { page, app, filters } = await openedAt('');
    await openPicker(page);
    const select = period(page);
    expect(document.activeElement).to.equal(select);
    if (select) select.selectedIndex = 1;
    select?.dispatchEvent(new Event('change'));
    await settled();
    expect(app.visited.at(-1)).to.match(/^\/collections\/[^#]+#resolved_after=\d{4}-\d\d-\d\d$/);
    expect(filters).to.deep.equal([]);
    page.querySelector('kb-search-box')?.dispatchEvent(new CustomEvent('query', { detail: query }));
    await settled();
    expect(filters).to.have.length(1);
    expect(Object.keys(filters[0] as object)).to.include('resolvedAfter');
  });

  it('is named where nothing is behind it, with a search without it', async () => {
    const { page } = await openedAt(`${q}&${payment}`, [replies.nothing]);
    await settled();
    const none = page.querySelector('.source-none');
    expect(text(none)).to.contain('С этим фильтром ничего не нашлось');
    expect(announced(page)).to.equal('С этим фильтром ничего не нашлось');
    expect(none?.querySelector('wa-button')?.getAttribute('href')).to.equal(`${address}#${q}`);
    expect(await violations(page)).to.deep.equal([]);
    chooseLanguage('en');
    await settled();
    expect(text(none)).to.contain('Nothing matches this filter');
    expect(text(none)).to.contain('Search without the filter');
  });

  it('says that its categories did not load, and still offers the times', async () => {
    const { page } = await openedAt('', [], new ApiError(500, 'Internal error'));
    await pressed(page.querySelector<HTMLElement>('.search-filter-open'));
    await until(() => page.querySelector('kb-search-filter kb-failure') !== null);
    expect(text(page.querySelector('kb-search-filter'))).to.contain('Категории не загрузились');
    expect(period(page)).not.to.equal(null);
    expect(await violations(page)).to.deep.equal([]);
  });
});
