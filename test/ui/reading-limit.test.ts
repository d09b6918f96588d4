import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import { createAppContext } from '../../ui/app-context.ts';
import { refreshNotice } from '../../ui/components/refresh-notice.ts';
import '../../ui/components/kb-account-menu.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { freshBrowser, opened, text } from './search-page.ts';
import { appWith, settled, shown, someUser, stoppedTime, until, violations } from './support.ts';
import { drawer, numbers, openTickets, pressKey, someTicket, ticketsService, typeInto } from './tickets-service.ts';

/** What a look at things must not use up: the 30 requests of a minute that searches need. */
const many = Array.from({ length: 12 }, (_, index) =>
  someTicket(String(1000 + index), { category: `Отдел ${index % 3}` }),
);
const ofTickets = (asked: readonly string[]) => asked.filter((each) => /\/tickets\/\d+$/.test(each));
const ofPages = (asked: readonly string[]) => asked.filter((each) => each.includes('/tickets?'));

describe('A walk through the list', () => {
  it('asks for the history of the ticket alone that it rests at, and shows the others from the list', async () => {
    const pass = stoppedTime(400);
    const { page, service } = await openTickets(many);
    page.querySelector<HTMLElement>('tbody tr a')?.click();
    await settled();
    for (let step = 0; step < 10; step += 1) {
      await pressKey('j');
      expect(text(drawer(page)?.querySelector('dl') ?? null)).to.contain(`номер ${1001 + step}`);
    }
    expect(ofTickets(service.asked)).to.deep.equal([]);
    pass(0.4);
    await until(() => ofTickets(service.asked).length > 0);
    expect(ofTickets(service.asked)).to.deep.equal(['GET /api/collections/tickets/tickets/1010']);
    expect(text(drawer(page)?.querySelector('.facts-section li') ?? null)).to.contain('Добавлено');
  });

  it('asks for no history of a ticket that was closed at once', async () => {
    const pass = stoppedTime(400);
    const { page, service } = await openTickets(many);
    page.querySelector<HTMLElement>('tbody tr a')?.click();
    await settled();
    await pressKey('Escape');
    pass(1);
    await settled();
    expect(ofTickets(service.asked)).to.deep.equal([]);
  });
});

describe('The list', () => {
  it('asks for the address of tickets in their desk once, when a row has the focus or a ticket is opened', async () => {
    let requests = 0;
    const ticketUrl = () => {
      requests += 1;
      return null;
    };
    const { page } = await openTickets(many, { ticketUrl });
    expect(requests).to.equal(0);
    page.querySelector<HTMLElement>('tbody tr a')?.focus();
    await settled();
    expect(requests).to.equal(1);
    page.querySelector<HTMLElement>('tbody tr a')?.click();
    await settled();
    expect(requests).to.equal(1);
    await openTickets(many, { path: '/collections/tickets/tickets/1001', ticketUrl });
    expect(requests).to.equal(2);
  });
});

describe('What is not there', () => {
  it('is not asked for again, unlike what did not come', async () => {
    const pass = stoppedTime();
    const gone = await openTickets(many, { path: '/collections/tickets/tickets/9999' });
    for (let minute = 0; minute < 5; minute += 1) {
      pass(60);
      await settled();
    }
    expect(ofTickets(gone.service.asked)).to.have.length(1);
    const service = ticketsService(many);
    service.refuse('GET /api/collections/tickets/tickets/1000', new ApiError(500, 'Event log does not answer'));
    await openTickets(service, { path: '/collections/tickets/tickets/1000' });
    pass(2);
    await settled();
    expect(ofTickets(service.asked)).to.have.length(2);
  });
});

describe('The filter of the list', () => {
  it('asks once for several chips that are pressed one after the other, and at once for the first', async () => {
    const pass = stoppedTime(400);
    const { page, service, app } = await openTickets(many);
    const before = ofPages(service.asked).length;
    for (const name of ['Отдел 0', 'Отдел 1', 'Отдел 2', 'В поиске', 'Скрытые', 'В поиске']) {
      const chips = [...page.querySelectorAll<HTMLElement>('.tickets-chip')];
      chips.find((each) => text(each).startsWith(name))?.click();
      await settled();
      expect(app.visited.at(-1)).to.contain('category=');
    }
    expect(ofPages(service.asked)).to.have.length(before + 1);
    pass(0.4);
    await until(() => ofPages(service.asked).length > before + 1);
    const asked = ofPages(service.asked).slice(before);
    expect(asked).to.have.length(2);
    expect(asked.at(-1)).to.contain('state=active');
  });

  it('takes what was typed with Enter at once', async () => {
    const pass = stoppedTime(400);
    const { page, service } = await openTickets(many);
    page.querySelector<HTMLElement>('.tickets-find input')?.focus();
    await typeInto(page, '.tickets-find input', '1003');
    expect(ofPages(service.asked)).to.have.length(1);
    await pressKey('Enter');
    expect(numbers(page)).to.deep.equal(['1003']);
    pass(1);
    await settled();
    expect(ofPages(service.asked)).to.have.length(2);
  });
});

describe('A page that waits for the limit', () => {
  afterEach(() => chooseLanguage('ru'));

  for (const [language, said, spoken] of [
    ['ru', /обновим сами через 39\s*с$/, /через 41 секунду\./],
    ['en', /by itself in 39\s*s$/, /in 41 seconds\./],
  ] as const) {
    it(`counts down to the time when it is loaded again, and is read out once, in ${language}`, async () => {
      chooseLanguage(language);
      const pass = stoppedTime();
      const error = new ApiError(429, 'Rate limit exceeded', { retryAfter: 41 });
      const element = await shown(
        html`<section>${refreshNotice({ state: 'ready', value: 1, refreshError: error }, () => undefined)}</section>`,
      );
      pass(2);
      await until(() => text(element.querySelector('[aria-hidden=true] .number')).startsWith('39'));
      expect(text(element.querySelector('p[aria-hidden=true]'))).to.match(said);
      expect(text(element.querySelector('p.visually-hidden'))).to.match(spoken);
      expect(element.querySelector('button')).to.equal(null);
      expect(await violations(element)).to.deep.equal([]);
    });
  }

  it('says at the search how long there are no requests', async () => {
    await freshBrowser();
    const { page, app } = await opened('');
    app.requestsLeft.set(3);
    await settled();
    expect(text(page.querySelector('.search-note'))).to.equal('В эту минуту можно ещё 3 запроса');
    app.requestsLeft.set(0);
    await settled();
    expect(text(page.querySelector('.search-note'))).to.equal('Запросы этой минуты кончились, новые через 24 с');
    expect(await violations(page)).to.deep.equal([]);
  });
});

describe('The account', () => {
  it('is not asked for by the top bar, which knows the e-mail of the session, but by its open menu', async () => {
    const asked: string[] = [];
    const app = appWith({
      me: () => {
        asked.push('me');
        return Promise.resolve(someUser);
      },
    });
    const known = { ...app, session: { ...app.session, email: () => 'lead@alfa-service.example' } };
    const menu = await shown(html`<kb-account-menu></kb-account-menu>`, known);
    expect(text(menu.querySelector('.account'))).to.contain('lead@alfa-service.example');
    expect(asked).to.deep.equal([]);
    menu.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-show'));
    await settled();
    expect(asked).to.deep.equal(['me']);
    await shown(html`<kb-account-menu></kb-account-menu>`, known);
    expect(asked).to.deep.equal(['me']);
  });

  it('is asked for once where the e-mail is not known, which is kept for the next visit', async () => {
    const before = window.fetch;
    const asked: string[] = [];
    window.fetch = (input) => {
      const path = typeof input === 'string' ? input : '';
      asked.push(path);
      return Promise.resolve(Response.json(path.endsWith('/me') ? someUser : []));
    };
    try {
      localStorage.clear();
      localStorage.setItem('precedent.token', 'some');
      const first = createAppContext(() => undefined);
      first.needAccount();
      first.needAccount();
      await until(() => first.session.email() === someUser.email);
      expect(asked).to.deep.equal(['/api/collections', '/api/me']);
      const next = createAppContext(() => undefined);
      await settled();
      expect(next.session.email()).to.equal(someUser.email);
      expect(asked).to.deep.equal(['/api/collections', '/api/me', '/api/collections']);
      next.session.end('signed out');
      next.needAccount();
      await settled();
      expect(localStorage.getItem('precedent.email')).to.equal(null);
      expect(asked).to.have.length(3);
    } finally {
      window.fetch = before;
      localStorage.clear();
    }
  });
});
