import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { createAppContext } from '../../ui/app-context.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { createSession } from '../../ui/session.ts';
import { createTicketDrafts, type TicketDraft } from '../../ui/ticket-drafts.ts';
import { press, settled, someUser, violations } from './support.ts';
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
import { textsOf } from '../../ui/pages/tickets/ticket-texts.ts';

const solution = '#edit-solution';
const some = [someTicket('4711'), someTicket('4698')];
const better = `${some[0]?.solution} Версию 3.1.9 не ставьте.`;
const value = (page: Element) => page.querySelector<HTMLTextAreaElement>(solution)?.value;
const row = (page: Element, id: string) => text(page.querySelector(`tr[data-id="${id}"]`));
const draft: TicketDraft = {
  owner: someUser.id,
  collectionId: 'tickets',
  base: someTicket('4711'),
  texts: { ...textsOf({}), problem: 'Обрыв', solution: better },
};
const token = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;
const inStorage = () => sessionStorage.getItem('precedent.drafts');

const realFetch = window.fetch.bind(window);
afterEach(() => {
  window.fetch = realFetch;
  localStorage.clear();
  createTicketDrafts().set([]);
});

const editing = async (service = ticketsService(some), path = `${address}/4711`) => {
  const opened = await openTickets(service, { path });
  await pressKey('у', { code: 'KeyE' });
  await typeInto(opened.page, solution, better);
  return opened;
};

describe('A correction that was not saved', () => {
  it('is there when the page has been left and is opened again, and its row says so', async () => {
    const { service, go, page: first } = await editing();
    await go(address);
    expect(row(first, '4711')).to.contain('черновик');
    const { page, go: goAgain } = await openTickets(service, { path: address });
    expect(row(page, '4711')).to.contain('черновик');
    expect(row(page, '4698')).not.to.contain('черновик');
    expect(await violations(page)).to.deep.equal([]);
    await goAgain(`${address}/4711`);
    expect(value(page)).to.equal(better);
    expect(text(page.querySelector('.editor-changed'))).to.equal('черновик: изменено решение');
    await press(drawer(page) ?? page, 'Сохранить');
    expect(service.tickets.get('4711')?.solution).to.equal(better);
    expect(row(page, '4711')).not.to.contain('черновик');
    expect(inStorage()).to.equal(null);
  });

  it('is called a draft in English, and its row on a phone', async () => {
    chooseLanguage('en');
    try {
      const { service } = await editing();
      const { page } = await openTickets(service, { path: address, width: 390 });
      expect(row(page, '4711')).to.contain('draft');
      expect(page.querySelector<HTMLElement>('.tickets-draft')?.offsetWidth).to.be.above(20);
      expect(document.documentElement.scrollWidth).to.be.at.most(390);
    } finally {
      chooseLanguage('ru');
    }
  });

  it('outlives a session that has expired while it was being saved', async () => {
    const service = ticketsService(some);
    service.refuse('PUT', new ApiError(401, 'Not authenticated'));
    const { page: first } = await editing(service);
    await press(drawer(first) ?? first, 'Сохранить');
    const { page } = await openTickets(service, { path: `${address}/4711` });
    expect(value(page)).to.equal(better);
  });

  it('meets what somebody else has saved since as a conflict', async () => {
    const { service } = await editing();
    const theirs = some[0]?.solution.replace('3.1.8', '3.2.0') ?? '';
    service.correctElsewhere('4711', { body: { solution: theirs }, headers: { 'If-Match': '"1"' } });
    const { page } = await openTickets(service, { path: `${address}/4711` });
    expect(text(page.querySelector('.notice'))).to.contain('Обращение изменили, пока вы правили');
    expect(value(page)).to.equal(better);
    await press(page, 'Взять сохранённую');
    expect(value(page)).to.equal(theirs);
    expect(inStorage()).to.equal(null);
  });

  it('is erased with its ticket', async () => {
    const { service } = await editing();
    service.tickets.delete('4711');
    service.refuse('GET /api/collections/tickets/tickets/4711', new ApiError(410, 'The ticket was erased'));
    await openTickets(service, { path: `${address}/4711` });
    expect(inStorage()).to.equal(null);
  });

  it('is named above the list, with the way to it and its end; not while it is open', async () => {
    const { page, app, go } = await editing();
    const strips = () => [...page.querySelectorAll('.tickets-list .tickets-unsaved')];
    expect(strips()).to.deep.equal([]);
    await go(`${address}/4698`);
    expect(strips().map(text)).to.deep.equal(['Правка обращения №4711 не сохранена Открыть Удалить черновик']);
    expect(strips()[0]?.querySelector('a')?.getAttribute('href')).to.equal(`${address}/4711`);
    expect(await violations(page)).to.deep.equal([]);
    await press(strips()[0] ?? page, 'Удалить черновик');
    expect(strips()).to.deep.equal([]);
    expect(app.said).to.deep.equal(['Черновик удалён']);
    expect(row(page, '4711')).not.to.contain('черновик');
    expect(inStorage()).to.equal(null);
  });

  it('is called so in the drawer when it is opened again, and can be deleted there', async () => {
    const { page, go } = await editing();
    expect(drawer(page)?.querySelector('.tickets-unsaved')).to.equal(null);
    await go(`${address}/4698`);
    await go(`${address}/4711`);
    const strip = drawer(page)?.querySelector('.tickets-unsaved');
    expect(text(strip)).to.contain('Это черновик');
    expect(await violations(page)).to.deep.equal([]);
    await press(strip ?? page, 'Удалить черновик');
    expect(inStorage()).to.equal(null);
    expect(drawer(page)?.querySelector('kb-ticket-editor')).to.equal(null);
  });

  it('is dropped when the edit is closed without saving', async () => {
    const { page } = await editing();
    await press(drawer(page) ?? page, 'Отмена');
    await press(page.querySelector('kb-dialog') ?? page, 'Закрыть без сохранения');
    expect(inStorage()).to.equal(null);
  });
});

/** Whether the browser asks before this page is closed. */
const asks = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};
const own = location.href;
const at = (path: string) => history.replaceState(null, '', path);

describe('Drafts', () => {
  afterEach(() => at(own));

  const signedIn = (account: string) => {
    localStorage.setItem('precedent.token', token(account));
    window.fetch = () => new Promise(() => undefined);
    createTicketDrafts().set([draft]);
    return createAppContext(() => undefined);
  };

  it('come back with a reload, ask before the tab is closed, and no more once they are gone', () => {
    // In a collection of its own: what other tests have opened follows drafts too.
    const ownDraft = { ...draft, collectionId: 'own' };
    const drafts = createTicketDrafts();
    drafts.set([ownDraft]);
    const again = createTicketDrafts();
    expect(again.get()).to.deep.equal([ownDraft]);
    at('/collections/own/tickets');
    expect(asks()).to.equal(true);
    for (const each of [drafts, again]) each.set([]);
    expect(asks()).to.equal(false);
  });

  it('ask nothing on the pages of other collections, where nobody knows what about', () => {
    createTicketDrafts().set([draft]);
    createTicketDrafts();
    for (const path of ['/', '/settings', '/collections/tickets-2']) {
      at(path);
      expect(asks(), path).to.equal(false);
    }
    at('/collections/tickets');
    expect(asks()).to.equal(true);
  });

  it('stay when the session expires and its account signs in again, and end with a sign-out', () => {
    const { session, drafts } = signedIn(someUser.id);
    session.end('expired');
    expect(drafts.get()).to.deep.equal([draft]);
    session.begin(token(someUser.id), someUser.email);
    expect(drafts.get()).to.deep.equal([draft]);
    session.end('signed out');
    expect(drafts.get()).to.deep.equal([]);
    expect(inStorage()).to.equal(null);
  });

  it('are no business of another account', () => {
    const { session, drafts } = signedIn(someUser.id);
    session.end('expired');
    session.begin(token('another'), 'another@example.com');
    expect(drafts.get()).to.deep.equal([]);
    expect(inStorage()).to.equal(null);
  });

  const inAnotherTab = async (change: (session: ReturnType<typeof createSession>) => void) => {
    change(createSession());
    window.dispatchEvent(new StorageEvent('storage', { key: 'precedent.token' }));
    await settled();
  };

  it('stay where they are if the session has expired in another tab', async () => {
    const { drafts } = signedIn(someUser.id);
    await inAnotherTab((session) => session.end('expired'));
    expect(drafts.get()).to.deep.equal([draft]);
    expect(inStorage()).not.to.equal(null);
  });

  it('wait in the memory of their tab alone after a sign-out in another one, for the same account', async () => {
    const { drafts } = signedIn(someUser.id);
    await inAnotherTab((session) => session.end('signed out'));
    expect(inStorage()).to.equal(null);
    expect(drafts.get()).to.deep.equal([draft]);
    at('/login');
    expect(asks()).to.equal(true);
    await inAnotherTab((session) => session.begin(token(someUser.id), someUser.email));
    expect(drafts.get()).to.deep.equal([draft]);
    expect(inStorage()).not.to.equal(null);
    await inAnotherTab((session) => session.end('signed out'));
    await inAnotherTab((session) => session.begin(token('another'), 'another@example.com'));
    expect(drafts.get()).to.deep.equal([]);
    expect(inStorage()).to.equal(null);
  });
});
