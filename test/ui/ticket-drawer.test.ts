import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Ticket, TicketFact } from '../../ui/api/tickets.ts';
import { press, settled, violations } from './support.ts';
import {
  address,
  announced,
  drawer,
  numbers,
  openTickets,
  pressKey,
  someTicket,
  text,
  ticketsService,
} from './tickets-service.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:58:00.000Z`;
const solution = someTicket('4711').solution;
const fact = (more: Pick<TicketFact, 'change' | 'at'> & Partial<TicketFact>): TicketFact => ({
  ...{ surface: 'web', upload_id: null, undo: false, file_name: null, revision: 1, changed: [] },
  ...more,
});
const uploadId = 'c0ffee00-0000-4000-8000-000000000001';
const corrected = someTicket('4711', {
  revision: 3,
  changed_at: at(12),
  upload_id: uploadId,
  problem: 'Связь рвётся каждые 5–10 минут.',
  history: [
    fact({ change: 'corrected', at: at(12), surface: 'api', revision: 3, changed: ['category', 'problem'] }),
    fact({ change: 'corrected', at: at(11), revision: 2, changed: ['solution'] }),
    fact({ change: 'restored', at: at(10) }),
    fact({ change: 'withdrawn', at: at(9), surface: 'api' }),
    fact({ change: 'stored', at: at(1), upload_id: uploadId, file_name: 'обращения-сентябрь.xlsx' }),
  ],
});
/** What it was before. */
const revisions = {
  '4711/2': { problem: 'Связь рвётся.', category: 'Сеть' },
  '4711/1': { problem: 'Связь рвётся.', category: 'Сеть', solution: solution.replace('3.1.8', '3.1.7') },
};
const some = [someTicket('4779'), corrected, someTicket('4698')];
const current = (page: Element) => page.querySelector('tbody [aria-current]')?.closest('tr')?.getAttribute('data-id');
const open = (page: Element, id: string) => {
  page.querySelector<HTMLElement>(`tr[data-id="${id}"] a`)?.click();
  return settled();
};
/** A list that waits for nothing shows its rows; the tickets themselves do not come. */
const listOnly = () => {
  const service = ticketsService(some);
  const send: typeof service.send = (endpoint, request) =>
    /\/tickets\/[^?]/.test(endpoint.split('/tickets').slice(1).join('/tickets')) && endpoint.startsWith('GET')
      ? new Promise(() => undefined)
      : service.send(endpoint, request);
  return { ...service, send };
};

describe('A ticket beside the list', () => {
  it('opens at once with what the list has, keeps the focus in the list, and is in the address', async () => {
    const { page, app } = await openTickets(listOnly());
    page.querySelector<HTMLElement>('tr[data-id="4711"] a')?.focus();
    await open(page, '4711');
    expect(text(drawer(page)?.querySelector('h2'))).to.equal('№4711');
    expect(text(drawer(page)?.querySelector('dl'))).to.contain('Связь рвётся каждые');
    expect(document.activeElement?.closest('tr')?.getAttribute('data-id')).to.equal('4711');
    expect(app.visited.at(-1)).to.equal(`${address}/4711`);
    expect(current(page)).to.equal('4711');
    expect(await violations(page)).to.deep.equal([]);
    await open(page, '4711');
    expect(document.activeElement?.id).to.equal('drawer-heading');
  });

  it('opens by its address, also one that the page of the list does not have', async () => {
    const { page } = await openTickets(some, { path: `${address}/4698`, fragment: 'text=4711' });
    expect(numbers(page)).to.deep.equal(['4711']);
    expect(text(drawer(page)?.querySelector('h2'))).to.equal('№4698');
    expect(text(drawer(page))).to.contain('Обрыв связи номер 4698');
  });

  const factsOf = (page: Element) => [...page.querySelectorAll('.facts-section li > div')].map(text);
  const more = (page: Element) => page.querySelector<HTMLButtonElement>('.facts-more');

  it('shows the end of its history, and the rest page by page, with the upload that stored it', async () => {
    const service = ticketsService(some);
    const { page } = await openTickets(service, { path: `${address}/4711` });
    const end = [
      'Исправлено: категория, проблема через API Что изменилось',
      'Исправлено решение Что изменилось Вернуть эту редакцию',
    ];
    expect(factsOf(page)).to.deep.equal(end);
    expect(text(more(page))).to.equal('Показать ещё');
    expect(service.asked.filter((endpoint) => endpoint.includes('/history'))).to.deep.equal([]);
    more(page)?.click();
    await settled();
    expect(factsOf(page)).to.deep.equal([
      ...end,
      'Возвращено в поиск',
      'Скрыто из поиска через API',
      'Загружено, обращения-сентябрь.xlsx Вернуть эту редакцию',
    ]);
    expect(more(page)).to.equal(null);
    expect(page.querySelector('.facts-section a')?.getAttribute('href')).to.equal(
      '/collections/tickets/upload#c0ffee00-0000-4000-8000-000000000001',
    );
    expect(await violations(page)).to.deep.equal([]);
  });

  it('goes on with the page after, and says when one did not load', async () => {
    const days = Array.from({ length: 44 }, (_, index) =>
      fact({ change: index % 2 ? 'withdrawn' : 'restored', at: at(9) }),
    );
    const long = someTicket('4711', { history: [...days, fact({ change: 'stored', at: at(1) })] });
    const service = ticketsService([long]);
    const { page } = await openTickets(service, { path: `${address}/4711` });
    more(page)?.click();
    await settled();
    expect(factsOf(page).length).to.equal(20);
    service.refuse('GET /api/collections/tickets/tickets/4711/history', new ApiError(500, 'Internal error'));
    more(page)?.click();
    await settled();
    expect(text(page.querySelector('.facts-section [role=alert]'))).to.contain('История не загрузилась');
    expect(await violations(page)).to.deep.equal([]);
    await press(drawer(page) ?? page, 'Повторить');
    expect(factsOf(page).length).to.equal(40);
    more(page)?.click();
    await settled();
    expect(factsOf(page).length).to.equal(45);
    expect(more(page)).to.equal(null);
  });

  it('shows the words that a correction has changed, from the texts of its revisions, which are asked for then', async () => {
    const service = ticketsService(some, revisions);
    const { page } = await openTickets(service, { path: `${address}/4711` });
    const textsAsked = () => service.asked.filter((endpoint) => endpoint.includes('/history/'));
    const [, second] = [...page.querySelectorAll<HTMLElement>('.facts-section button')];
    service.refuse('GET /api/collections/tickets/tickets/4711/history/1', new ApiError(500, 'Internal error'));
    second?.click();
    await settled();
    expect(text(page.querySelector('kb-ticket-changes [role=alert]'))).to.contain('Тексты не загрузились');
    await press(drawer(page) ?? page, 'Повторить');
    const diff = page.querySelector('.facts-diff');
    expect([...(diff?.querySelectorAll('del') ?? [])].map(text)).to.deep.equal(['3.1.7']);
    expect([...(diff?.querySelectorAll('ins') ?? [])].map(text)).to.deep.equal(['3.1.8']);
    expect(text(diff)).to.equal('…и обновили прошивку до 3.1.7 3.1.8 в меню «Система».');
    expect(await violations(page)).to.deep.equal([]);
    const before = textsAsked().length;
    page.querySelector<HTMLElement>('.facts-section button')?.click();
    await settled();
    expect([...page.querySelectorAll('.facts-diff')].map(text)[0]).to.equal('категория Сеть Интернет');
    expect(textsAsked().slice(before).length).to.equal(1, 'the present texts are known');
  });

  it('goes to the next and the previous one with buttons and keys, and closes with Esc to its row', async () => {
    const { page, app } = await openTickets(some);
    await open(page, '4779');
    expect(drawer(page)?.querySelector<HTMLButtonElement>('[aria-label^="Предыдущее"]')?.disabled).to.equal(true);
    await press(page, 'Следующее (j)');
    expect(current(page)).to.equal('4711');
    await pressKey('о', { code: 'KeyJ' });
    expect(current(page)).to.equal('4698');
    await pressKey('k', { code: 'KeyK' });
    expect(text(drawer(page)?.querySelector('h2'))).to.equal('№4711');
    await pressKey('Escape');
    expect(drawer(page)).to.equal(null);
    expect(document.activeElement?.closest('tr')?.getAttribute('data-id')).to.equal('4711');
    expect(app.visited.at(-1)).to.equal(address);
  });

  it('leads to the desk if the collection has its address, the id encoded; else there is no link', async () => {
    const slashed = [someTicket('A/1 ?')];
    const ticketUrl = () => 'https://desk.example/t/{ticket_id}?view=full';
    const { page } = await openTickets(slashed, { path: `${address}/${encodeURIComponent('A/1 ?')}`, ticketUrl });
    const link = page.querySelector('.drawer-source');
    expect(link?.getAttribute('href')).to.equal('https://desk.example/t/A%2F1%20%3F?view=full');
    expect(link?.getAttribute('rel')).to.equal('noopener noreferrer');
    expect(await violations(page)).to.deep.equal([]);
    const { page: other } = await openTickets(some, { path: `${address}/4711` });
    expect(other.querySelector('.drawer-source')).to.equal(null);
  });

  it('is hidden at once and restored by key or button; the tab counts again and the search is told', async () => {
    const { page, app, service } = await openTickets(some, { path: `${address}/4711` });
    await press(drawer(page) ?? page, 'Скрыть');
    expect(service.tickets.get('4711')?.state).to.equal('withdrawn');
    expect(text(page.querySelector('.drawer-strip'))).to.match(/^Скрыто из поиска 12 ноября, \d\d:40$/);
    expect(text(page.querySelector('.facts-section li'))).to.contain('Скрыто из поиска');
    expect(text(page.querySelector('tr[data-id="4711"]'))).to.contain('скрыто');
    expect(announced(page)).to.equal('№4711 скрыто из поиска');
    expect(app.changedTickets.get()?.rows[0]?.state).to.equal('withdrawn');
    expect(await violations(page)).to.deep.equal([]);
    await pressKey('р', { code: 'KeyH' });
    expect(service.tickets.get('4711')?.state).to.equal('active');
    expect(page.querySelector('.drawer-strip')).to.equal(null);
    expect(announced(page)).to.equal('№4711 снова в поиске');
  });

  it('has its erasure in a menu where the foot has no room for the button: on phones, and beside a longer name', async () => {
    const erased: string[] = [];
    const footAt = async (width: number, more: Partial<Ticket> = {}) => {
      const { page } = await openTickets([someTicket('4711', more)], { path: `${address}/4711`, width });
      page.addEventListener('erase', () => erased.push('4711'), { capture: true });
      const foot = page.querySelector<HTMLElement>('.drawer-foot');
      expect(foot?.scrollWidth).to.equal(foot?.clientWidth);
      expect(await violations(page)).to.deep.equal([]);
      const isShown = (selector: string) => (foot?.querySelector<HTMLElement>(selector)?.offsetWidth ?? 0) > 0;
      return { page, foot, shown: [isShown('.drawer-erase'), isShown('.drawer-more')] };
    };
    expect((await footAt(1280)).shown).to.deep.equal([true, false]);
    expect((await footAt(1280, { state: 'withdrawn' })).shown).to.deep.equal([false, true]);
    expect((await footAt(1024)).shown).to.deep.equal([false, true]);
    const phone = await footAt(390);
    expect(phone.shown).to.deep.equal([false, true]);
    expect(phone.foot?.querySelector('.drawer-more button')?.ariaLabel).to.equal('Ещё');
    phone.foot?.querySelector('.drawer-more')?.dispatchEvent(new CustomEvent('wa-select', { bubbles: true }));
    await settled();
    expect(text(phone.page.querySelector('kb-dialog'))).to.contain('навсегда');
    expect(erased).to.deep.equal(['4711']);
  });

  it('says that there is no such ticket, and that it did not load', async () => {
    const { page } = await openTickets(some, { path: `${address}/9999` });
    expect(text(page.querySelector('.drawer-none'))).to.contain('Такого обращения нет');
    expect(await violations(page)).to.deep.equal([]);
    const service = ticketsService(some);
    service.refuse('GET /api/collections/tickets/tickets/4711', new ApiError(500, 'Internal error'));
    const { page: other } = await openTickets(service, { path: `${address}/4711` });
    expect(text(drawer(other)?.querySelector('[role=alert]'))).to.contain('История не загрузилась');
    await press(drawer(other) ?? other, 'Повторить');
    expect(text(other.querySelector('.facts-section h3'))).to.equal('История');
  });
});
