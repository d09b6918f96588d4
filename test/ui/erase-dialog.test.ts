import { expect } from 'chai';
import { press, settled, violations } from './support.ts';
import { drawer, openTickets, someTicket, text } from './tickets-service.ts';

const three = ['4811', '4802', '4781'].map((id) => someTicket(id));
const dialog = (page: Element) => page.querySelector('kb-erase-dialog');
const confirmField = (page: Element) => page.querySelector<HTMLInputElement>('#erase-confirm');

const type = async (page: Element, value: string): Promise<void> => {
  const field = confirmField(page);
  if (!field) throw new Error('There is no field');
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settled();
};

describe('The dialog before tickets are erased', () => {
  it('says that another number was typed, and which it has to be, not while it may still become that', async () => {
    const { page } = await openTickets(three, { path: '/collections/tickets/tickets/4802' });
    await press(drawer(page) ?? page, 'Удалить навсегда');
    const said = () => text(dialog(page)?.querySelector('.field-error'));
    await type(page, '480');
    expect(said()).to.equal('');
    await type(page, '4811');
    expect(said()).to.equal('Это другой номер. Удалим только №4802: введите его или закройте окно.');
    expect(await violations(page)).to.deep.equal([]);
    await type(page, '480');
    confirmField(page)?.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
    expect(said()).to.contain('Это другой номер');
    await type(page, '№4802');
    expect(said()).to.equal('');
  });

  it('says so of another count', async () => {
    const { page } = await openTickets(three);
    for (const box of [...page.querySelectorAll<HTMLInputElement>('tbody input')].slice(0, 2)) box.click();
    await settled();
    await press(page.querySelector('.tickets-foot') ?? page, 'Удалить навсегда');
    await type(page, '4811');
    expect(text(dialog(page)?.querySelector('.field-error'))).to.equal('Это другое число: выбрано 2 обращения.');
  });
});
