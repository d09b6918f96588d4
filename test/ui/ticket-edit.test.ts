import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { press, settled, until, violations } from './support.ts';
import {
  address,
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

const editing = async (service = ticketsService(some), width = 1280) => {
  const opened = await openTickets(service, { path: `${address}/4711`, width });
  await pressKey('у', { code: 'KeyE' });
  return { ...opened, aside: drawer(opened.page) ?? opened.page };
};
const value = (page: Element, selector = solution) => page.querySelector<HTMLTextAreaElement>(selector)?.value;
const key = (page: Element, name: string, more: KeyboardEventInit = {}) => {
  page.querySelector<HTMLElement>(solution)?.focus();
  return pressKey(name, more);
};

describe('Editing a ticket', () => {
  it('shows its texts with masks as they are, categories as suggestions, and what was changed', async () => {
    const { page, aside } = await editing();
    expect(text(aside.querySelector('h2'))).to.equal('Исправить №4711');
    expect(document.activeElement?.id).to.equal('edit-solution');
    expect(value(page, '#edit-problem')).to.contain('[ИМЯ]');
    expect([...page.querySelectorAll('option')].map(({ value: name }) => name)).to.include.members([
      'Интернет',
      'Оплата',
    ]);
    expect(text(page.querySelector('.editor-length'))).to.match(/^\d+ знак/);
    await typeInto(page, solution, better);
    expect(text(page.querySelector('.editor-changed'))).to.equal('изменено решение');
    await typeInto(page, '#edit-category', 'Сеть');
    expect(text(page.querySelector('.editor-changed'))).to.equal('изменены категория и решение');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('begins where an address leads to it, which then names the ticket alone, also one that is not in the list', async () => {
    const service = ticketsService(some);
    const { page, app } = await openTickets(service, { path: `${address}/4698`, fragment: 'text=4711&edit=true' });
    await until(() => document.activeElement?.id === 'edit-solution');
    expect(text(drawer(page)?.querySelector('h2'))).to.equal('Исправить №4698');
    expect(app.visited).to.deep.equal([`${address}/4698#text=4711`]);
    await pressKey('Escape');
    await until(() => page.querySelector('kb-ticket-editor') === null);
    app.router.location.set({ path: `${address}/4698`, fragment: 'edit=true' });
    await until(() => document.activeElement?.id === 'edit-solution');
  });

  it('is left where there is no such ticket', async () => {
    const { page } = await openTickets(ticketsService(some), { path: `${address}/none`, fragment: 'edit=true' });
    await until(() => text(drawer(page)).includes('Такого обращения нет'));
    await pressKey('Escape');
    await until(() => drawer(page) === null);
  });

  it('closes at once if nothing was changed, and asks otherwise, with the safe button first', async () => {
    const { page, aside, service } = await editing();
    await key(page, 'Escape');
    expect(text(aside.querySelector('h2'))).to.equal('№4711');
    await pressKey('e', { code: 'KeyE' });
    await typeInto(page, solution, better);
    await key(page, 'Escape');
    expect(page.querySelector('kb-dialog')?.heading).to.equal('Закрыть без сохранения?');
    expect(text(page.querySelector('kb-dialog'))).to.contain('Правка решения пропадёт.');
    expect(text(document.activeElement)).to.equal('Не закрывать');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Не закрывать');
    expect(value(page)).to.equal(better);
    await key(page, 'Escape');
    await press(page.querySelector('kb-dialog') ?? page, 'Закрыть без сохранения');
    expect(text(aside)).not.to.contain('Версию 3.1.9');
    expect(service.tickets.get('4711')?.revision).to.equal(1);
  });

  it('keeps what was typed while another ticket is looked at', async () => {
    const { page, go } = await editing();
    await typeInto(page, solution, better);
    await go(`${address}/4698`);
    expect(text(drawer(page)?.querySelector('h2'))).to.equal('№4698');
    await go(`${address}/4711`);
    expect(value(page)).to.equal(better);
  });

  it('says under its field which rule forbids a text, and focuses it', async () => {
    const service = ticketsService(some);
    service.refuse('PUT', new ApiError(422, 'no-solution: no paragraph of the solution has more than 100 characters'));
    const { page, aside } = await editing(service);
    await typeInto(page, solution, 'Коротко');
    await press(aside, 'Сохранить');
    expect(text(page.querySelector('#edit-solution-error'))).to.equal(
      'Решение короче 100 знаков: такое обращение не сохраняем.',
    );
    expect(document.activeElement?.id).to.equal('edit-solution');
    expect(value(page)).to.equal('Коротко');
    expect(text(page.querySelector('.editor-length'))).to.equal('7 знаков, нужно больше 100');
    expect(await violations(page)).to.deep.equal([]);
    const half = 'Половина решения, которой мало. '.repeat(2);
    await typeInto(page, solution, `${half}\n\n${half}`);
    expect(page.querySelector('#edit-solution-error') === null).to.equal(false);
    await typeInto(page, solution, half.repeat(2));
    expect(page.querySelector('#edit-solution-error') === null).to.equal(true);
    expect(text(page.querySelector('.editor-length'))).to.match(/^\d+ знак\S*$/);
  });

  it('keeps the text without a connection, and sends it again', async () => {
    const service = ticketsService(some);
    service.refuse('PUT', new ApiError(0, 'Failed to fetch'));
    const { page, aside } = await editing(service);
    await typeInto(page, solution, better);
    await press(aside, 'Сохранить');
    expect(text(aside.querySelector('[role=alert]'))).to.contain('Правка не сохранена, текст на месте');
    expect(value(page)).to.equal(better);
    expect(await violations(page)).to.deep.equal([]);
    await press(aside, 'Повторить');
    expect(service.tickets.get('4711')?.solution).to.equal(better);
  });

  it('is read in English, and on a phone', async () => {
    chooseLanguage('en');
    try {
      const { page, aside } = await editing(ticketsService(some), 390);
      await typeInto(page, solution, better);
      expect(text(aside)).to.contain('Edit No. 4711');
      expect(text(page.querySelector('.editor-changed'))).to.equal('solution changed');
      expect(document.documentElement.scrollWidth).to.be.at.most(390);
      expect(await violations(page)).to.deep.equal([]);
    } finally {
      chooseLanguage('ru');
    }
  });
});

describe('A ticket that somebody else has changed meanwhile', () => {
  const theirs = some[0]?.solution.replace('3.1.8', '3.2.0') ?? '';
  const inConflict = async () => {
    const service = ticketsService(some);
    const opened = await editing(service);
    service.correctElsewhere('4711', { body: { solution: theirs, category: 'Сеть' }, headers: { 'If-Match': '"1"' } });
    await typeInto(opened.page, solution, better);
    await press(opened.aside, 'Сохранить');
    return opened;
  };

  it('shows the saved texts as a difference above one’s own, and saves nothing until one is chosen', async () => {
    const { page, aside, service } = await inConflict();
    expect(text(aside.querySelector('.notice'))).to.contain('Обращение изменили, пока вы правили');
    expect([...aside.querySelectorAll('.facts-diff')].map(text)).to.have.length(2);
    expect([...aside.querySelectorAll('del')].map(text)).to.deep.equal(['Интернет', '3.1.8']);
    expect([...aside.querySelectorAll('ins')].map(text)).to.deep.equal(['Сеть', '3.2.0']);
    expect(value(page)).to.equal(better);
    expect(text(page.querySelector('.editor-changed'))).to.equal('сначала выберите правку');
    expect(document.activeElement?.className).to.equal('editor-conflict');
    await key(page, 'Enter', { ctrlKey: true });
    expect(service.tickets.get('4711')?.solution).to.equal(theirs);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('gets one’s own texts over the saved ones', async () => {
    const { aside, service, page } = await inConflict();
    await press(aside, 'Сохранить мою');
    expect(service.tickets.get('4711')?.solution).to.equal(better);
    expect(service.tickets.get('4711')?.category).to.equal('Интернет');
    expect(service.tickets.get('4711')?.revision).to.equal(3);
    expect(text(page.querySelector('.drawer-strip'))).to.equal('Сохранено.');
  });

  it('gives its saved texts to go on from', async () => {
    const { aside, page, service } = await inConflict();
    await press(aside, 'Взять сохранённую');
    expect(value(page)).to.equal(theirs);
    expect(value(page, '#edit-category')).to.equal('Сеть');
    await typeInto(page, solution, `${theirs} И ещё.`);
    await press(aside, 'Сохранить');
    await settled();
    expect(service.tickets.get('4711')?.solution).to.equal(`${theirs} И ещё.`);
  });
});
