import { expect } from 'chai';
import { until, violations } from './support.ts';
import { numbers, openTickets, someTicket, text, typeInto } from './tickets-service.ts';

const some = [
  someTicket('4811'),
  someTicket('4802', { category: 'Оплата' }),
  someTicket('4781', { category: 'Оплата', state: 'withdrawn' }),
];

describe('The field that finds words in the list of tickets', () => {
  it('offers the categories whose names are typed, in any form and keyboard layout, with their counts, by key', async () => {
    const { page } = await openTickets(some);
    const suggested = () => [...page.querySelectorAll<HTMLElement>('.tickets-suggested button')];
    await typeInto(page, '.tickets-find input', 'оплату');
    expect(suggested().map(text)).to.deep.equal(['Категория «Оплата»: 2']);
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, '.tickets-find input', 'byn');
    expect(suggested().map(text)).to.deep.equal(['Категория «Интернет»: 1']);
    await typeInto(page, '.tickets-find input', 'обрыв оплаты');
    expect(suggested()).to.deep.equal([]);
    await typeInto(page, '.tickets-find input', 'опла');
    const [button] = suggested();
    button?.focus();
    button?.click();
    await until(() => numbers(page).join(' ') === '4802 4781');
    expect(suggested()).to.deep.equal([]);
    const field = page.querySelector<HTMLInputElement>('.tickets-find input');
    expect(field?.value).to.equal('');
    expect(document.activeElement).to.equal(field);
  });
});
