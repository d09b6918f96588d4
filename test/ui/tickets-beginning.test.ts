import { expect } from 'chai';
import { html } from 'lit';
import { shown, until } from './support.ts';
import { address, collection, numbers, openTickets, someTicket, text } from './tickets-service.ts';

const some = [someTicket('4811'), someTicket('4802'), someTicket('4781', { state: 'withdrawn' })];
const chip = (page: Element, name: string) =>
  [...page.querySelectorAll<HTMLElement>('.tickets-chip')].find((each) => text(each).startsWith(name));

describe('The list of tickets without a filter', () => {
  it('begins with those in search where hidden ones fill a page, until another state is chosen, which a return keeps', async () => {
    const hidden = Array.from({ length: 60 }, (_, index) => someTicket(String(2000 + index), { state: 'withdrawn' }));
    const { page, app, go } = await openTickets([...some, ...hidden]);
    await until(() => app.visited.at(-1) === `${address}#state=active`);
    await until(() => numbers(page).length === 2);
    chip(page, 'Все')?.click();
    await until(() => numbers(page).length === 50);
    expect(app.visited.at(-1)).to.equal(address);
    page.remove();
    const again = await shown<typeof page>(html`<kb-tickets-page .collection=${collection}></kb-tickets-page>`, app);
    await until(() => numbers(again).length === 50);
    chip(again, 'В поиске')?.click();
    await until(() => numbers(again).length === 2);
    await go(`/collections/${collection.id}`);
    again.remove();
    await go(address);
    const last = await shown<typeof page>(html`<kb-tickets-page .collection=${collection}></kb-tickets-page>`, app);
    await until(() => numbers(last).length === 2);
  });
});
