import { expect } from 'chai';
import { press, settled, violations } from './support.ts';
import { drawer, openTickets, someTicket, text, typeInto } from './tickets-service.ts';

const three = ['4811', '4802', '4781'].map((id) => someTicket(id));
const dialog = (page: Element) => page.querySelector('kb-erase-dialog');
const field = '#erase-confirm';

describe('The dialog before tickets are erased', () => {
  it('says that another number was typed, and which it has to be, not while it may still become that', async () => {
    const { page } = await openTickets(three, { path: '/collections/tickets/tickets/4802' });
    await press(drawer(page) ?? page, 'Удалить навсегда');
    const said = () => text(dialog(page)?.querySelector('.field-error'));
    await typeInto(page, field, '480');
    expect(said()).to.equal('');
    await typeInto(page, field, '4811');
    expect(said()).to.equal('Это другой номер. Удалим только №4802: введите его или закройте окно.');
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, field, '480');
    page.querySelector(field)?.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
    expect(said()).to.contain('Это другой номер');
    await typeInto(page, field, '№4802');
    expect(said()).to.equal('');
  });

  it('says so of another count', async () => {
    const { page } = await openTickets(three);
    for (const box of [...page.querySelectorAll<HTMLInputElement>('tbody input')].slice(0, 2)) box.click();
    await settled();
    await press(page.querySelector('.tickets-foot') ?? page, 'Удалить навсегда');
    await typeInto(page, field, '4811');
    expect(text(dialog(page)?.querySelector('.field-error'))).to.equal('Это другое число: выбрано 2 обращения.');
  });
});
