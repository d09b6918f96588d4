import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { press, settled, until, violations } from './support.ts';
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
  typeInto,
} from './tickets-service.ts';

const some = [
  someTicket('4811'),
  someTicket('4802', {
    category: 'Оплата',
    revision: 2,
    corrected_by: 'person',
    changed_at: '2026-11-19T09:00:00.000Z',
  }),
  someTicket('4781', { category: 'Оплата', state: 'withdrawn', changed_at: '2026-11-20T09:00:00.000Z' }),
];
const many = Array.from({ length: 120 }, (_, index) =>
  someTicket(String(1000 + index), { category: `Отдел ${index % 8}` }),
);
const chip = (page: Element, name: string) =>
  [...page.querySelectorAll<HTMLElement>('.tickets-chip')].find((each) => text(each).startsWith(name));

describe('The list of tickets', () => {
  it('shows number, first line with masks, category, days and states in words, and is accessible', async () => {
    const { page } = await openTickets(some);
    expect(numbers(page)).to.deep.equal(['4811', '4802', '4781']);
    const [first, corrected, hidden] = [...page.querySelectorAll('tbody tr')].map(text);
    expect(first).to.equal('4811 Обрыв связи номер 4811, обратилась [ИМЯ]. Интернет 3 октября');
    expect(corrected).to.match(/исправлено 19 ноября$/);
    expect(hidden).to.match(/скрыто 20 ноября$/);
    expect(text(page.querySelector('.tickets-foot'))).to.equal('1–3 из 3, скрытых 1');
    expect(announced(page)).to.equal('Найдено: 3 обращения.');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('shows numbers whole that have the prefix of a help desk', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { page } = await openTickets(['ЗНО-040226', 'INC0012345', 'SUP-2026-004711'].map((id) => someTicket(id)));
    const labels = [...page.querySelectorAll('td.tickets-number .cut-number')];
    expect(labels.map((label) => label.scrollWidth > label.clientWidth)).to.deep.equal([false, false, false]);
  });

  it('filters by state, several categories and words, all in the address, the words after a quarter of a second', async () => {
    const { page, app, service } = await openTickets(some);
    chip(page, 'Скрытые')?.click();
    await settled();
    expect(numbers(page)).to.deep.equal(['4781']);
    chip(page, 'Все 3')?.click();
    await settled();
    chip(page, 'Оплата')?.click();
    await settled();
    chip(page, 'Интернет')?.click();
    await settled();
    expect(app.visited.at(-1)).to.equal(
      `${address}#${new URLSearchParams([
        ['category', 'Оплата'],
        ['category', 'Интернет'],
      ])}`,
    );
    expect(chip(page, 'Оплата')?.ariaPressed).to.equal('true');
    const before = service.asked.length;
    const typed = ['Об', 'Обрыв', '4802'].map((part) => typeInto(page, '.tickets-find input', part));
    expect(service.asked.length).to.equal(before);
    await Promise.all(typed);
    await until(() => numbers(page).join() === '4802');
    expect(service.asked.filter((each) => each.includes('text='))).to.have.length(1);
    expect(text(page.querySelector('.tickets-foot'))).to.equal('Найдено 1');
    expect(app.visited.at(-1)).to.contain('#text=4802');
    expect(new URL(app.visited.at(-1) ?? '', location.origin).pathname).to.equal(address);
    expect(announced(page)).to.equal('Найдено: 1 обращение.');
  });

  it('marks the words of the filter', async () => {
    const { page } = await openTickets(some, { fragment: 'text=Обрыв' });
    expect([...page.querySelectorAll('mark')].map(text)).to.deep.equal(['Обрыв', 'Обрыв', 'Обрыв']);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('goes to the next page and back by what each begins after, and orders by the last change', async () => {
    const { page, service } = await openTickets(many);
    expect(text(page.querySelector('.tickets-foot'))).to.contain('1–50 из 120');
    await press(page, 'Дальше');
    await press(page, 'Дальше');
    expect(numbers(page)[0]).to.equal('1100');
    expect(text(page.querySelector('.tickets-foot'))).to.contain('101–120 из 120');
    await press(page, 'Назад');
    expect(numbers(page)[0]).to.equal('1050');
    expect(service.asked.at(-1)).to.contain('after=50');
    const order = page.querySelector('select');
    if (order) order.value = 'changed';
    order?.dispatchEvent(new Event('change'));
    await settled();
    expect(service.asked.at(-1)).to.contain('sort=changed');
    expect(service.asked.at(-1)).not.to.contain('after');
  });

  it('offers the categories beyond five in a list with a field, and gives a chosen one a chip', async () => {
    const { page } = await openTickets(many);
    await press(page, 'Ещё 3');
    expect(document.activeElement?.ariaLabel).to.equal('Найти категорию');
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, '.tickets-menu input', 'отдел 7');
    expect(page.querySelectorAll('.tickets-menu li')).to.have.length(1);
    await pressKey('Enter');
    expect(chip(page, 'Отдел 7')?.ariaPressed).to.equal('true');
    expect(page.querySelectorAll('tbody tr')).to.have.length(15);
  });

  it('shows placeholders while it loads', async () => {
    const service = ticketsService([]);
    const { page } = await openTickets({ ...service, send: () => new Promise(() => undefined) });
    expect(page.querySelector('.tickets-skeleton')).not.to.equal(null);
    expect(await violations(page)).to.deep.equal([]);
  });

  for (const width of [1280, 390]) {
    it(`moves nothing when it has loaded, in a window of ${width} px`, async () => {
      const service = ticketsService(some);
      const waiting: (() => void)[] = [];
      const send: typeof service.send = async (...asked) => {
        await new Promise<void>((go) => waiting.push(go));
        return service.send(...asked);
      };
      const { page } = await openTickets({ ...service, send }, { width });
      const topOf = (selector: string) => page.querySelector(selector)?.getBoundingClientRect().top;
      const before = topOf('.tickets-skeleton > div');
      await until(() => waiting.splice(0).map((go) => go()).length === 0 && page.querySelector('tbody tr') !== null);
      expect(page.querySelectorAll('.tickets-chip').length).to.be.greaterThan(4);
      expect(topOf('tbody tr')).to.equal(before);
    });
  }

  it('shows the list of further categories whole on a phone', async () => {
    const many = Array.from({ length: 9 }, (_, index) => someTicket(`${index}`, { category: `Категория ${index}` }));
    const { page } = await openTickets(many, { width: 390 });
    await press(page, 'Ещё 4');
    const { left, right } = page.querySelector('.tickets-menu')?.getBoundingClientRect() ?? { left: -1, right: 0 };
    expect(left).to.be.at.least(0);
    expect(right).to.be.at.most(390);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('leads to the upload if the collection is empty', async () => {
    const { page } = await openTickets([]);
    expect(text(page.querySelector('.tickets-none h3'))).to.equal('Обращений пока нет');
    expect(page.querySelector('.tickets-none wa-button')?.getAttribute('href')).to.equal('/collections/tickets/upload');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('says what nothing was found by, resets the filters, and leads to the search by meaning', async () => {
    const { page } = await openTickets(some, { fragment: 'text=факс&category=Интернет' });
    expect(text(page.querySelector('.tickets-none h3'))).to.equal('По словам «факс» в категории «Интернет» ничего нет');
    expect([...page.querySelectorAll('wa-button')].map((each) => each.getAttribute('href'))).to.include(
      `/collections/tickets#q=${encodeURIComponent('факс')}`,
    );
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Сбросить фильтры');
    expect(numbers(page)).to.have.length(3);
    expect(page.querySelector<HTMLInputElement>('.tickets-find input')?.value).to.equal('');
  });

  it('says why the list did not come, and loads it again', async () => {
    const service = ticketsService(some);
    service.refuse('GET /api/collections/tickets/tickets', new ApiError(500, 'Internal error'));
    const { page } = await openTickets(service);
    expect(text(page.querySelector('[role=alert]'))).to.contain('Обращения не загрузились');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Повторить');
    expect(numbers(page)).to.have.length(3);
  });

  it('keeps what is shown without a connection, and says of what time it is', async () => {
    const { page, service } = await openTickets(some);
    service.refuse('GET /api/collections/tickets/tickets?', new ApiError(0, 'Failed to fetch'));
    chip(page, 'Скрытые')?.click();
    await settled();
    expect(numbers(page)).to.have.length(3);
    expect(text(page.querySelector('.notice-strip'))).to.match(
      /^Показаны обращения на \d\d:\d\d\. Нет связи с сервисом\. Повторить$/,
    );
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Повторить');
    expect(numbers(page)).to.deep.equal(['4781']);
    expect(page.querySelector('.notice-strip')).to.equal(null);
  });

  it('restores its address when one returns from another tab', async () => {
    const { app, go } = await openTickets(some, { fragment: 'state=withdrawn' });
    await go('/collections/tickets');
    await go(address);
    expect(app.visited).to.deep.equal([`${address}#state=withdrawn`]);
  });

  it('is read in English', async () => {
    chooseLanguage('en');
    try {
      const { page } = await openTickets(some);
      expect(text(page)).to.contain('In search 2');
      expect(text(page)).to.contain('hidden Nov 20');
      expect(text(page.querySelector('.tickets-foot'))).to.equal('1–3 of 3, 1 hidden');
      expect(await violations(page)).to.deep.equal([]);
    } finally {
      chooseLanguage('ru');
    }
  });

  it('becomes cards without a sideways scroll on a phone, and opens a ticket in place of the list', async () => {
    for (const width of [320, 390, 768, 1024]) {
      const { page, go } = await openTickets(some, { width });
      expect(document.documentElement.scrollWidth, `${width}`).to.be.at.most(width);
      page.querySelector<HTMLElement>('tbody tr a')?.click();
      await settled();
      expect(document.documentElement.scrollWidth, `${width}`).to.be.at.most(width);
      if (width < 960) {
        expect(page.querySelector('.tickets-list')?.checkVisibility(), `${width}`).to.equal(false);
        expect(document.activeElement?.id).to.equal('drawer-heading');
        expect(await violations(page)).to.deep.equal([]);
        await press(page, 'К списку');
        expect(document.activeElement?.closest('tr')?.getAttribute('data-id')).to.equal('4811');
      }
      expect(drawer(page) === null).to.equal(width < 960);
      await go('/');
    }
  });
});
