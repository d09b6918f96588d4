import { expect } from 'chai';
import { press, settled, someCollection, until, violations } from './support.ts';
import {
  address,
  announced,
  numbers,
  openTickets,
  pressKey,
  someTicket,
  text,
  ticketsService,
  typeInto,
} from './tickets-service.ts';

const many = Array.from({ length: 120 }, (_, index) =>
  someTicket(String(1000 + index), {
    category: index % 3 === 0 ? 'Оплата' : 'Интернет',
    state: index % 10 === 0 ? 'withdrawn' : 'active',
  }),
);
const chips = (page: Element) => [...page.querySelectorAll<HTMLElement>('.tickets-chip')];
const chip = (page: Element, name: string) => chips(page).find((each) => text(each).startsWith(name));
const foot = (page: Element) => text(page.querySelector('.tickets-foot'));
const focusedId = () => document.activeElement?.closest('tr')?.getAttribute('data-id');

describe('A page of the list', () => {
  it('is in the address, and opened by it leads on and back', async () => {
    const { page, app } = await openTickets(many);
    await press(page, 'Дальше');
    await press(page, 'Дальше');
    expect(app.visited.at(-1)).to.equal(`${address}#after=50+100`);
    expect(numbers(page)[0]).to.equal('1100');
    page.querySelector<HTMLElement>('tbody tr a')?.click();
    await settled();
    expect(app.visited.at(-1)).to.equal(`${address}/1100#after=50+100`);
    const shared = await openTickets(many, { fragment: 'after=50+100' });
    expect(numbers(shared.page)[0]).to.equal('1100');
    expect(foot(shared.page)).to.contain('101–120 из 120');
    await press(shared.page, 'Назад');
    expect(numbers(shared.page)[0]).to.equal('1050');
    expect(foot(shared.page)).to.contain('51–100 из 120');
    await press(shared.page, 'Назад');
    expect(shared.app.visited.at(-1)).to.equal(address);
    expect(numbers(shared.page)[0]).to.equal('1000');
  });

  it('is counted by what was listed before it, if large texts have made pages short', async () => {
    const large = many.map((ticket, index) => (index < 40 ? { ...ticket, problem: 'х'.repeat(20_000) } : ticket));
    const { page } = await openTickets(large);
    expect(foot(page)).to.contain('1–25 из 120');
    await press(page, 'Дальше');
    expect(foot(page)).to.contain('26–75 из 120');
    await press(page, 'Дальше');
    expect(foot(page)).to.contain('76–120 из 120');
    await press(page, 'Назад');
    expect(foot(page)).to.contain('26–75 из 120');
  });

  it('is the first one again behind another filter', async () => {
    const { page, app, service } = await openTickets(many, { fragment: 'after=50' });
    chip(page, 'В поиске')?.click();
    await settled();
    expect(app.visited.at(-1)).to.equal(`${address}#state=active`);
    expect(service.asked.at(-1)).not.to.contain('after');
  });

  it('leads back where it has nothing any more, and takes nothing but positions from an address', async () => {
    const { page, app } = await openTickets(many, { fragment: 'after=50+100+900' });
    await until(() => numbers(page).length > 0);
    expect(app.visited.at(-1)).to.equal(`${address}#after=50+100`);
    expect(numbers(page)[0]).to.equal('1100');
    const odd = await openTickets(many, { fragment: 'after=x+-1+%3Cb%3E' });
    expect(numbers(odd.page)[0]).to.equal('1000');
  });
});

describe('The counts of the chips', () => {
  const countOf = (page: Element, name: string) => text(chip(page, name)?.querySelector('.number') ?? null);
  const listed = (page: Element) => Number(/(?:из|Найдено) (\d+)/.exec(foot(page))?.[1]);

  it('are those of the list that each of them leads to', async () => {
    for (const state of ['', 'state=active&', 'state=withdrawn&']) {
      for (const name of ['Оплата', 'Интернет']) {
        const start = await openTickets(many, { fragment: state });
        const foretold = countOf(start.page, name);
        const { page } = await openTickets(many, { fragment: `${state}category=${name}` });
        expect(Number(foretold), `${state}${name}`).to.equal(listed(page));
        expect(countOf(page, name), `${state}${name}`).to.equal(foretold);
      }
    }
    const { page } = await openTickets(many, { fragment: 'category=Оплата' });
    expect(countOf(page, 'Скрытые')).to.equal('4');
    chip(page, 'Скрытые')?.click();
    await settled();
    expect(numbers(page)).to.have.length(4);
  });

  it('are of the first thousand categories; another one is found by its whole name', async () => {
    const all = Array.from({ length: 1_005 }, (_, index) => someTicket(String(index), { category: `отдел ${index}` }));
    const { page, app, service } = await openTickets(all);
    page.querySelector<HTMLElement>('.tickets-more .tickets-chip')?.click();
    await settled();
    expect(text(page.querySelector('.tickets-menu'))).to.contain('Здесь не все категории');
    await typeInto(page, '.tickets-menu input', 'отдел 1004');
    expect(page.querySelectorAll('.tickets-menu li')).to.have.length(0);
    page.querySelector<HTMLElement>('.tickets-menu input')?.focus();
    await pressKey('Enter');
    expect(decodeURIComponent(app.visited.at(-1) ?? '')).to.contain('category=отдел+1004');
    expect(numbers(page)).to.deep.equal(['1004']);
    expect(chip(page, 'отдел 1004')?.querySelector('.number')).to.equal(null);
    // The counts do not seem out of date.
    expect(service.asked.filter((each) => each.includes('/categories'))).to.have.length(1);
  });

  it('are left out behind words, which only the list counts', async () => {
    const { page } = await openTickets(many, { fragment: 'text=1003' });
    expect(page.querySelectorAll('.tickets-chip .number')).to.have.length(0);
    expect(foot(page)).to.equal('Найдено 1');
  });

  it('are loaded again when the list shows that others have changed them', async () => {
    const { page, service } = await openTickets(many);
    service.tickets.set('2000', someTicket('2000', { category: 'Оплата' }));
    for (const id of ['1001', '1002', '1004', '1005']) service.tickets.delete(id);
    chip(page, 'Оплата')?.click();
    await until(() => countOf(page, 'Оплата') === '41');
    expect(listed(page)).to.equal(41);
    expect(countOf(page, 'Все категории')).to.equal('117');
    expect(service.asked.filter((each) => each.endsWith('/categories'))).to.have.length(2);
  });

  it('and the list are loaded again after tickets have come while another tab was shown', async () => {
    const { page, service } = await openTickets(many);
    page.active = false;
    await settled();
    service.tickets.set('2000', someTicket('2000'));
    page.collection = someCollection({ id: 'tickets', ticket_count: 109 });
    await settled();
    expect(countOf(page, 'Все')).to.equal('120');
    page.active = true;
    await until(() => countOf(page, 'Все') === '121');
    expect(foot(page)).to.contain('из 121');
  });
});

describe('The bar of a selection', () => {
  it('selects the page, then all that were found, and acts on them with one press of a key', async () => {
    const { page, service } = await openTickets(many, { fragment: 'category=Оплата' });
    page.querySelector<HTMLInputElement>('thead input')?.click();
    await settled();
    expect(foot(page)).to.contain('Выбрано 40');
    expect(foot(page)).not.to.contain('Выбрать все');
    expect(page.querySelector('.tickets-foot')?.classList.contains('is-bulk')).to.equal(true);
    expect(await violations(page)).to.deep.equal([]);
    page.querySelector<HTMLInputElement>('thead input')?.click();
    await settled();
    expect(foot(page)).not.to.contain('Выбрано');
    chip(page, 'Все категории')?.click();
    await settled();
    page.querySelector<HTMLInputElement>('tbody input')?.click();
    await settled();
    expect(page.querySelector<HTMLInputElement>('thead input')?.indeterminate).to.equal(true);
    await press(page, 'Выбрать все 120');
    await until(() => foot(page).includes('Выбрано 120'));
    expect(announced(page)).to.equal('Выбрано 120');
    // As few requests as the service allows.
    expect(service.asked.filter((each) => each.includes('fields=ids'))).to.have.length(1);
    page.querySelector<HTMLElement>('tbody tr a')?.focus();
    await pressKey('р', { code: 'KeyH' });
    await until(() => [...service.tickets.values()].every(({ state }) => state === 'withdrawn'));
    expect(service.asked.filter((each) => each.startsWith('POST'))).to.have.length(1);
    expect(foot(page)).to.contain('Выбрано 12');
    // Hidden rows still have their texts, which the selection did not load.
    expect(text(page.querySelector('tbody tr'))).to.contain('Обрыв связи');
    await pressKey('h');
    await until(() => [...service.tickets.values()].filter(({ state }) => state === 'active').length === 12);
  });

  it('takes the first thousand of more in one request, without their texts', async () => {
    const service = ticketsService(Array.from({ length: 1_200 }, (_, index) => someTicket(String(index))));
    const { page } = await openTickets(service);
    page.querySelector<HTMLInputElement>('tbody input')?.click();
    await settled();
    await press(page, 'Выбрать первые 1\u00a0000 из 1\u00a0200');
    await until(() => foot(page).includes('Выбрано 1 000'));
    expect(service.asked.filter((each) => each.includes('/tickets?')).slice(1)).to.deep.equal([
      `GET /api${address}?fields=ids&sort=stored&limit=1000`,
    ]);
    expect(foot(page)).not.to.contain('Выбрать');
  });

  it('leaves the focus to a row when its buttons disappear: the one acted on, or that in its place', async () => {
    const { page } = await openTickets(many.slice(0, 4));
    page.querySelectorAll<HTMLInputElement>('tbody input')[1]?.click();
    await settled();
    const act = async (name: string) => {
      const button = [...page.querySelectorAll<HTMLElement>('.tickets-foot wa-button')].find((each) =>
        text(each).includes(name),
      );
      button?.focus();
      button?.click();
      await settled();
    };
    await act('Скрыть');
    expect(focusedId()).to.equal('1001');
    page.querySelector<HTMLElement>('.tickets-strip button')?.focus();
    await press(page.querySelector('.tickets-strip') ?? page, 'Вернуть');
    expect(focusedId()).to.equal('1001');
    chip(page, 'В поиске')?.click();
    await until(() => numbers(page).join() === '1001,1002,1003');
    page.querySelectorAll<HTMLInputElement>('tbody input')[0]?.click();
    page.querySelectorAll<HTMLInputElement>('tbody input')[1]?.click();
    await settled();
    await act('Скрыть');
    expect(numbers(page)).to.deep.equal(['1003']);
    expect(focusedId()).to.equal('1003');
    page.querySelectorAll<HTMLInputElement>('tbody input')[0]?.click();
    await settled();
    await act('Скрыть');
    expect(document.activeElement?.closest('.tickets-none')).not.to.equal(null);
  });
});
