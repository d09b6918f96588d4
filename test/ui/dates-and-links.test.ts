import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/pages/search/kb-source.ts';
import type { KbSource } from '../../ui/pages/search/kb-source.ts';
import { queryWords } from '../../ui/pages/search/query-words.ts';
import { appWith, settled, shown, until, violations } from './support.ts';
import {
  address,
  drawer,
  numbers,
  openTickets,
  pressKey,
  someTicket,
  text,
  ticketsService,
  typeInto,
} from './tickets-service.ts';

const resolvedAt = '2020-05-24T00:00:00.000Z';
const link = 'https://desk.example.com/tickets/4711';
const known = someTicket('4711', { resolved_at: resolvedAt, url: link });
const unknown = someTicket('4698');

const headings = (page: Element) => [...page.querySelectorAll('th')].map((each) => text(each));

describe('When a ticket was resolved, and where it is in its desk', () => {
  it('is a column of the list if it is known of one, with the age and the day', async () => {
    const { page } = await openTickets(ticketsService([known, unknown]));
    expect(headings(page)).to.include('Решено');
    expect(headings(page)).not.to.include('Ссылка');
    const cell = page.querySelector('tr[data-id="4711"] .tickets-stored');
    expect(text(cell)).to.match(/^\d+ (?:год|года|лет) назад$/);
    expect(cell?.getAttribute('title')).to.equal('24 мая 2020');
    expect(text(page.querySelector('tr[data-id="4698"] .tickets-stored'))).to.equal('');
    expect(await violations(page)).to.deep.equal([]);
    const { page: other } = await openTickets(ticketsService([unknown]));
    expect(headings(other)).not.to.include('Решено');
  });

  it('limits the list by a period, which is in the address, by the list of periods and by an address', async () => {
    const young = someTicket('4802', { resolved_at: new Date(Date.now() - 86_400_000).toISOString() });
    const { page, app } = await openTickets(ticketsService([known, young, unknown]));
    const periods = () => page.querySelector<HTMLSelectElement>('.tickets-period select');
    expect([...(periods()?.options ?? [])].map((each) => text(each))).to.deep.equal([
      ...['За всё время', 'За последний год', 'За три года', 'Старше трёх лет'],
    ]);
    const choose = (index: number) => {
      const list = periods();
      if (list) list.selectedIndex = index;
      list?.dispatchEvent(new Event('change'));
    };
    const listed = (...ids: readonly string[]) => until(() => numbers(page).join() === ids.join());
    choose(1);
    await listed('4802');
    expect(app.visited.at(-1)).to.match(/#resolved_after=\d{4}-\d\d-\d\d$/);
    choose(3);
    await listed('4711');
    expect(periods()?.value).to.equal('Старше трёх лет');
    expect(await violations(page)).to.deep.equal([]);
    choose(0);
    await listed('4711', '4802', '4698');
    const fragment = 'resolved_after=2020-01-01&resolved_before=2021-01-01';
    const { page: opened } = await openTickets(ticketsService([known, young]), { fragment });
    expect(numbers(opened)).to.deep.equal(['4711']);
    expect(opened.querySelector<HTMLSelectElement>('.tickets-period select')?.value).to.equal(
      'с 1 января 2020 до 1 января 2021',
    );
  });

  it('is in the drawer: its own address, before that of the collection', async () => {
    const { page } = await openTickets(ticketsService([known]), { path: `${address}/4711` });
    const aside = drawer(page);
    expect(text(aside)).to.match(/Дата решения\s*24 мая 2020, \d+ /);
    const date = [...(aside?.querySelectorAll('.drawer-texts dd') ?? [])].find((each) => text(each).includes('2020'));
    // Its line breaks are shown: there are none of the template.
    expect(date?.textContent.startsWith('24')).to.equal(true);
    expect(aside?.querySelector('.drawer-source')?.getAttribute('href')).to.equal(link);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('is corrected by the day, and stays with its hours if nobody touches it', async () => {
    const service = ticketsService([someTicket('4711', { resolved_at: '2020-05-24T12:30:00.000Z', url: link })]);
    const { page } = await openTickets(service, { path: `${address}/4711` });
    await pressKey('у', { code: 'KeyE' });
    const field = page.querySelector<HTMLInputElement>('#edit-resolved_at');
    expect([field?.type, field?.value]).to.deep.equal(['date', '2020-05-24']);
    await typeInto(page, '#edit-url', 'https://desk.example.com/tickets/2');
    expect(text(page.querySelector('.editor-changed'))).to.equal('изменена ссылка');
    await typeInto(page, '#edit-resolved_at', '2021-01-02');
    expect(text(page.querySelector('.editor-changed'))).to.equal('изменены дата решения и ссылка');
    page.querySelector<HTMLElement>('#edit-solution')?.focus();
    await pressKey('Enter', { ctrlKey: true });
    expect(service.tickets.get('4711')).to.deep.include({
      resolved_at: '2021-01-02',
      url: 'https://desk.example.com/tickets/2',
    });
  });

  it('is in the menu of a source: its own address, without a question for that of the collection', async () => {
    const source = { ticket_id: '4711', score: 0.9, category: '', full_text: '', url: link };
    const app = appWith({
      send: ticketsService([known]).send,
      ticketUrl: () => Promise.resolve('https://other.example/{ticket_id}'),
    });
    const element = await shown<KbSource>(
      html`<kb-source .source=${source} .collectionId=${'tickets'} .words=${queryWords('связь')}></kb-source>`,
      app,
    );
    const opened: unknown[] = [];
    const open = window.open.bind(window);
    window.open = (url) => {
      opened.push(url);
      return null;
    };
    const detail = { item: { value: 'source' } };
    element.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-select', { detail }));
    await settled();
    window.open = open;
    expect(opened).to.deep.equal([link]);
  });
});
