import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { press, settled, violations } from './support.ts';
import {
  address,
  announced,
  drawer,
  openTickets,
  pressKey,
  someTicket,
  text,
  ticketsService,
  typeInto,
} from './tickets-service.ts';

const some = [someTicket('4711'), someTicket('4698', { category: 'Оплата' })];
const solution = '#edit-solution';
const better = `${some[0]?.solution} Версию 3.1.9 не ставьте: она сбрасывает настройки.`;
const unsaved = 'Ещё не сохранено: так обращение будет храниться';

const editing = async (width = 1280) => {
  const opened = await openTickets(ticketsService(some), { path: `${address}/4711`, width });
  await pressKey('у', { code: 'KeyE' });
  return opened;
};
const heading = (page: Element) => text(page.querySelector('aside h2'));

describe('A correction', () => {
  it('saves with Ctrl+Enter at once what is stored as it was typed', async () => {
    const { page, service } = await editing();
    await typeInto(page, solution, `  ${better}\n`);
    await pressKey('Enter', { ctrlKey: true });
    expect(service.tickets.get('4711')?.solution).to.equal(better);
    expect(text(page.querySelector('.drawer-strip'))).to.equal('Сохранено.');
  });

  it('says that nothing is saved yet where something is hidden; Ctrl+Enter saves at the revision that was read, and list and drawer show it', async () => {
    const { page, app, service } = await editing();
    await typeInto(page, solution, `${better} Звонили на +7 900 123 45 67.`);
    await pressKey('Enter', { ctrlKey: true });
    expect(service.tickets.get('4711')?.revision).to.equal(1);
    expect(heading(page)).to.equal(unsaved);
    expect(document.activeElement?.id).to.equal('drawer-heading');
    expect(text(page.querySelector('.drawer-strip'))).to.equal('Скроем: 1 телефон');
    expect(text(page.querySelector('tr[data-id="4711"]'))).to.contain('черновик');
    expect(await violations(page)).to.deep.equal([]);
    await pressKey('Enter', { ctrlKey: true });
    expect(service.tickets.get('4711')?.revision).to.equal(2);
    expect(service.tickets.get('4711')?.category).to.equal('Интернет');
    expect(text(page.querySelector('.drawer-strip'))).to.equal('Сохранено. Скрыли: 1 телефон');
    expect(announced(page)).to.equal('Сохранено. Скрыли: 1 телефон');
    expect(text(drawer(page))).to.contain('Версию 3.1.9 не ставьте');
    expect(text(page.querySelector('.facts-section li'))).to.contain('Исправлено решение');
    expect(text(page.querySelector('tr[data-id="4711"]'))).to.contain('исправлено');
    expect(JSON.stringify(app.changedTickets.get()?.rows[0])).to.contain('[ТЕЛЕФОН]');
    expect(document.activeElement?.id).to.equal('drawer-heading');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('is shown as it will be stored where links or names are taken out, until a word is said to be no name', async () => {
    const { page, service } = await editing();
    await typeInto(page, solution, `${better} Принтер Ольга, https://firma.ru`);
    await press(page, 'Сохранить');
    expect(heading(page)).to.equal(unsaved);
    expect(document.activeElement?.id).to.equal('drawer-heading');
    expect(text(page.querySelector('kb-removed')))
      .to.contain('Убрано ссылок: 1.')
      .and.contain('Ольга');
    expect(text(drawer(page))).to.contain('Принтер [ИМЯ]');
    expect(service.tickets.get('4711')?.revision).to.equal(1);
    expect(await violations(page)).to.deep.equal([]);
    await pressKey('Escape');
    expect(page.querySelector<HTMLTextAreaElement>(solution)?.value).to.contain('https://firma.ru');
    await press(page, 'Сохранить');
    await press(page, '«Ольга» – не имя');
    await press(page.querySelector('kb-dialog') ?? page, 'Не скрывать');
    await settled();
    expect(text(drawer(page))).to.contain('Принтер Ольга');
    expect(text(page.querySelector('kb-removed')))
      .to.contain('Убрано ссылок: 1.')
      .and.not.contain('Скрыли как имена');
    await press(page, 'Верно, сохранить');
    await settled();
    expect(service.tickets.get('4711')?.revision).to.equal(2);
    expect(heading(page)).to.equal('№4711');
  });

  it('says so in English too, and on a phone', async () => {
    chooseLanguage('en');
    try {
      const { page } = await editing(320);
      await typeInto(page, solution, `${better} +7 900 123 45 67`);
      await pressKey('Enter', { ctrlKey: true });
      expect(heading(page)).to.equal('Not saved yet: the ticket as it will be stored');
      expect(text(page.querySelector('.drawer-foot wa-button'))).to.match(/^Looks right, save/);
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      expect(await violations(page)).to.deep.equal([]);
    } finally {
      chooseLanguage('ru');
    }
  });
});
