import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { createTicketActions } from '../../ui/pages/tickets/ticket-actions.ts';
import { press, settled, violations } from './support.ts';
import { announced, numbers, openTickets, pressKey, someTicket, text } from './tickets-service.ts';

const some = [
  someTicket('4811'),
  someTicket('4802', { category: 'Оплата' }),
  someTicket('4781', { category: 'Оплата', state: 'withdrawn' }),
];
const five = Array.from({ length: 5 }, (_, index) => someTicket(String(1000 + index)));

describe('Tickets that are selected', () => {
  const boxes = (page: Element) => [...page.querySelectorAll<HTMLInputElement>('tbody input')];

  it('replace the foot by actions, are hidden together, and come back with one press', async () => {
    const { page, app, service } = await openTickets(some);
    for (const box of boxes(page)) box.click();
    await settled();
    expect(text(page.querySelector('.tickets-foot'))).to.equal(
      'Выбрано 3 Снять выбор Скрыть Вернуть в поиск Удалить навсегда',
    );
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Скрыть');
    expect([...service.tickets.values()].filter(({ state }) => state === 'withdrawn')).to.have.length(3);
    expect(text(page.querySelector('.tickets-strip'))).to.contain('2 обращения скрыты из поиска');
    expect(announced(page)).to.equal('2 обращения скрыты из поиска');
    expect(app.changedTickets.get()?.rows.map(({ state }) => state)).to.deep.equal(['withdrawn', 'withdrawn']);
    await press(page.querySelector('.tickets-strip') ?? page, 'Вернуть');
    expect([...service.tickets.values()].filter(({ state }) => state === 'withdrawn')).to.have.length(1);
    expect(page.querySelector('.tickets-strip')).to.equal(null);
  });

  it('that are restored together can be hidden again with one press', async () => {
    const { page, service } = await openTickets(some.map((each) => ({ ...each, state: 'withdrawn' as const })));
    for (const box of boxes(page)) box.click();
    await settled();
    await press(page, 'Вернуть в поиск');
    const strip = page.querySelector('.tickets-strip');
    expect(text(strip)).to.match(/^3 обращения .* Скрыть снова$/);
    expect(await violations(page)).to.deep.equal([]);
    await press(strip ?? page, 'Скрыть снова');
    expect([...service.tickets.values()].filter(({ state }) => state === 'withdrawn')).to.have.length(3);
    expect(text(page.querySelector('.tickets-strip'))).to.contain('скрыты из поиска');
  });

  it('have their actions within the width of a phone, beside those that turn the page', async () => {
    const many = Array.from({ length: 51 }, (_, index) => someTicket(String(5_000 + index)));
    const { page } = await openTickets(many, { width: 390 });
    boxes(page)[0]?.click();
    await settled();
    const rights = [...page.querySelectorAll('.tickets-foot wa-button')].map(
      (each) => each.getBoundingClientRect().right,
    );
    expect(rights).to.have.length(4);
    expect(Math.max(...rights)).to.be.at.most(390);
  });

  it('are selected with keys, one and up to one, also in the Russian layout', async () => {
    const { page } = await openTickets(five);
    page.querySelector<HTMLElement>('tbody tr a')?.focus();
    await pressKey('ч', { code: 'KeyX' });
    for (let step = 0; step < 3; step += 1) await pressKey('о', { code: 'KeyJ' });
    await pressKey('Ч', { code: 'KeyX', shiftKey: true });
    expect(boxes(page).map(({ checked }) => checked)).to.deep.equal([true, true, true, true, false]);
    await press(page, 'Снять выбор');
    expect(boxes(page).some(({ checked }) => checked)).to.equal(false);
  });

  it('are kept up to a thousand, and no more', () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => someTicket(String(index)));
    const actions = createTicketActions({ setState: () => Promise.resolve(), onChange: () => undefined });
    actions.select(rows[0] ?? someTicket('0'), rows);
    actions.select(rows[999] ?? someTicket('999'), rows);
    expect(actions.state.get().selected.size).to.equal(1_000);
    actions.select(rows[1_000] ?? someTicket('1000'));
    expect(actions.state.get().selected.size).to.equal(1_000);
    expect(actions.state.get().done).to.equal('Выбрать можно не больше 1\u00a0000');
  });

  it('stay selected if they could not be hidden, and it is said why', async () => {
    const { page, service } = await openTickets(some);
    boxes(page)[0]?.click();
    await settled();
    service.refuse('POST', new ApiError(0, 'Failed to fetch'));
    await press(page, 'Скрыть');
    expect(text(page.querySelector('[role=alert]'))).to.contain('Состояние не изменилось');
    expect(text(page.querySelector('.tickets-foot'))).to.contain('Выбрано 1');
  });

  it('leave their focus to the next row when they disappear', async () => {
    const { page } = await openTickets(some, { fragment: 'state=active' });
    page.querySelector<HTMLElement>('tbody tr a')?.focus();
    await pressKey('h');
    expect(numbers(page)).to.deep.equal(['4802']);
    expect(document.activeElement?.closest('tr')?.getAttribute('data-id')).to.equal('4802');
  });
});
