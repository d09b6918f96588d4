import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { addingAddress } from '../../ui/pages/tickets/ticket-address.ts';
import { createTicketDrafts } from '../../ui/ticket-drafts.ts';
import { press, settled, until, violations } from './support.ts';
import { addingService } from './adding-service.ts';
import { address, collection, numbers, openTickets, pressKey, someTicket, text, typeInto } from './tickets-service.ts';

const solution =
  'Терминал терял сеть после полуночи. Сменили адрес на постоянный, обновили прошивку и проверили сверку, звонить +7 912 345-67-89.';
const question = 'Терминал не печатает чек';
const fragment = `new=${encodeURIComponent(question)}`;
const some = [someTicket('4711'), someTicket('4698', { state: 'withdrawn' })];

const form = (page: Element) => page.querySelector('kb-new-ticket') ?? page;
const value = (page: Element, id: string) => page.querySelector<HTMLInputElement>(id)?.value;
const inStorage = () => sessionStorage.getItem('precedent.drafts');
const show = (page: Element) => press(form(page), 'Предпросмотр');
const posted = (asked: readonly string[]) => asked.filter((endpoint) => endpoint.startsWith('POST'));

afterEach(() => createTicketDrafts().set([]));

describe('A ticket that is added by hand', () => {
  it('begins with the question, is shown as it will be stored, saved, opened and announced with a search for it', async () => {
    const { page, app, service } = await openTickets(addingService(some), { fragment });
    expect(value(page, '#edit-problem')).to.equal(question);
    expect(document.activeElement?.id).to.equal('edit-solution');
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, '#edit-problem', `${question} https://firma.ru`);
    await typeInto(page, '#edit-solution', solution);
    await typeInto(page, '#edit-number', ' А-17 ');
    await show(page);
    expect(text(form(page)))
      .to.contain('Ещё не сохранено: так обращение будет храниться')
      .and.contain('№А-17');
    expect(text(form(page).querySelector('.drawer-strip'))).to.contain('1 телефон');
    expect(text(form(page).querySelector('kb-removed'))).to.contain('Убрано ссылок: 1.');
    expect(form(page).querySelectorAll('.ticket-mask')).to.have.length(1);
    expect(document.activeElement?.id).to.equal('drawer-heading');
    expect(service.tickets.has('А-17')).to.equal(false);
    expect(await violations(page)).to.deep.equal([]);
    await press(form(page), 'Верно, сохранить');
    await until(() => numbers(page).includes('А-17'));
    expect(service.tickets.get('А-17')?.solution).to.contain('[ТЕЛЕФОН]');
    expect(posted(service.asked)).to.have.length(2);
    expect(text(page.querySelector('aside h2'))).to.equal('№А-17');
    expect(document.activeElement === page.querySelector('aside h2')).to.equal(true);
    expect(app.changedTickets.get()?.before).to.deep.equal([]);
    expect(app.said).to.deep.equal([
      `№А-17 сохранено и находится поиском. Проверить поиском: /collections/${collection.id}#q=${encodeURIComponent(question)}`,
    ]);
    expect(inStorage()).to.equal(null);
  });

  it('says before it is saved how many questions of a gap it would answer', async () => {
    const tried: unknown[] = [];
    const service = addingService(some);
    const send: typeof service.send = (endpoint, request) => {
      if (!endpoint.endsWith('/gaps/g1/try')) return service.send(endpoint, request);
      tried.push(request?.body);
      return Promise.resolve(new Response(JSON.stringify({ tried: 23, answered: 21 })));
    };
    const { page } = await openTickets({ ...service, send }, { fragment: `${fragment}&gap=g1` });
    await typeInto(page, '#edit-solution', solution);
    await show(page);
    await until(() => text(form(page)).includes('Ответит на 21'));
    expect(text(page.querySelector('kb-gap-trial'))).to.equal(
      'Ответит на 21 вопрос из 23, которые остались без ответа.',
    );
    expect(tried).to.deep.equal([{ problem: question, solution }]);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('says nothing of a gap that it is not for', async () => {
    const { page } = await openTickets(addingService(some), { fragment });
    await typeInto(page, '#edit-solution', solution);
    await show(page);
    expect(page.querySelector('kb-gap-trial')).to.equal(null);
  });

  it('gets an id if none is typed', async () => {
    const { page, service } = await openTickets(addingService(some), { fragment });
    await typeInto(page, '#edit-solution', solution);
    await show(page);
    await press(form(page), 'Верно, сохранить');
    await until(() => service.tickets.size === 3);
    expect([...service.tickets.keys()].at(-1)).to.match(/^П-[2-9A-Z]{6}$/);
  });

  it('says in words which rule refuses it, at the field that it is about', async () => {
    const { page } = await openTickets(addingService(some), { fragment });
    await typeInto(page, '#edit-solution', 'Перезапустили.');
    await show(page);
    expect(text(form(page).querySelector('.is-solution + .editor-length'))).to.contain(', нужно больше 100');
    expect(text(page.querySelector('#edit-solution-error'))).to.contain('Решение короче 100 знаков');
    expect(document.activeElement?.id).to.equal('edit-solution');
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, '#edit-solution', solution);
    await typeInto(page, '#edit-problem', '');
    await show(page);
    expect(text(page.querySelector('#edit-problem-error'))).to.contain('Проблема не описана');
    expect(page.querySelector('#edit-solution-error') === null).to.equal(true);
  });

  it('says that an id is taken, with the way to that ticket, also if it is taken after the look', async () => {
    const { page, service } = await openTickets(addingService(some), { fragment });
    await typeInto(page, '#edit-solution', solution);
    await typeInto(page, '#edit-number', '4711');
    await show(page);
    const error = () => page.querySelector('#edit-number-error');
    expect(text(error())).to.contain('№4711 уже есть в коллекции');
    expect(error()?.querySelector('a')?.getAttribute('href')).to.equal(`${address}/4711`);
    expect(document.activeElement?.id).to.equal('edit-number');
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, '#edit-number', '5000');
    await show(page);
    service.tickets.set('5000', someTicket('5000'));
    await press(form(page), 'Верно, сохранить');
    await until(() => text(error()).includes('№5000 уже есть'));
    expect(value(page, '#edit-solution')).to.equal(solution);
  });

  it('keeps what was typed when it is not saved, and sends the same upload again', async () => {
    const service = addingService(some);
    const { page } = await openTickets(service, { fragment });
    await typeInto(page, '#edit-solution', solution);
    service.refuse('POST', new ApiError(0, 'Failed to fetch'));
    await show(page);
    expect(text(form(page))).to.contain('Не удалось проверить обращение, текст на месте');
    await show(page);
    service.refuse('POST', new ApiError(500, 'Event log does not answer'));
    await press(form(page), 'Верно, сохранить');
    expect(text(form(page))).to.contain('Обращение не сохранено, текст на месте');
    expect(await violations(page)).to.deep.equal([]);
    await press(form(page), 'Верно, сохранить');
    await until(() => service.tickets.size === 3);
    expect(service.uploads).to.have.length(2);
    expect(service.uploads[0]).to.equal(service.uploads[1]);
  });

  it('is a draft until it is saved, of one question until another takes its place', async () => {
    const { page, service, go } = await openTickets(addingService(some), { fragment });
    await typeInto(page, '#edit-solution', solution);
    await go(`/collections/${collection.id}`);
    const again = await openTickets(service, { fragment });
    expect(value(again.page, '#edit-solution')).to.equal(solution);
    expect(text(form(again.page))).to.contain('черновик');
    expect(again.page.querySelectorAll('.notice')).to.have.length(0);
    await again.go(address, 'new=%D0%9A%D0%B0%D1%81%D1%81%D0%B0');
    expect(text(again.page.querySelector('.notice'))).to.contain('Касса');
    expect(value(again.page, '#edit-problem')).to.equal(question);
    expect(await violations(again.page)).to.deep.equal([]);
    await press(again.page, 'Начать с вопроса');
    expect(value(again.page, '#edit-problem')).to.equal('Касса');
    expect(value(again.page, '#edit-solution')).to.equal('');
    expect(inStorage()).to.equal(null);
  });

  it('is opened and left with keys, and asks before what was typed is lost', async () => {
    const { page } = await openTickets(addingService(some));
    await pressKey('ф', { code: 'KeyA' });
    expect(document.activeElement?.id).to.equal('edit-problem');
    await pressKey('Escape');
    expect(page.querySelectorAll('kb-new-ticket')).to.have.length(0);
    await until(() => document.activeElement?.classList.contains('tickets-add') === true);
    await press(page, 'Добавить обращение');
    await typeInto(page, '#edit-problem', question);
    await typeInto(page, '#edit-solution', solution);
    await pressKey('Enter', { ctrlKey: true });
    expect(text(form(page))).to.contain('Ещё не сохранено: так обращение будет храниться');
    await pressKey('Escape');
    expect(value(page, '#edit-problem')).to.equal(question);
    await pressKey('Escape');
    expect(text(page.querySelector('kb-dialog'))).to.contain('Текст нового обращения пропадёт');
    await press(page.querySelector('kb-dialog') ?? page, 'Закрыть без сохранения');
    expect(page.querySelectorAll('kb-new-ticket')).to.have.length(0);
    expect(inStorage()).to.equal(null);
  });

  it('fits a phone, in English too', async () => {
    chooseLanguage('en');
    try {
      const { page } = await openTickets(addingService(some), { fragment, width: 320 });
      await typeInto(page, '#edit-solution', solution);
      await settled();
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      await press(form(page), 'Preview');
      expect(text(form(page))).to.contain('Not saved yet: the ticket as it will be stored');
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      expect(await violations(page)).to.deep.equal([]);
    } finally {
      chooseLanguage('ru');
    }
  });

  it('has an address that no server sees the question in', () => {
    expect(addingAddress('1', 'а&б')).to.equal('/collections/1/tickets#new=%D0%B0%26%D0%B1');
  });
});
