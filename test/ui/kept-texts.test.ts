import { expect } from 'chai';
import { createAppContext } from '../../ui/app-context.ts';
import { settingNames } from '../../ui/browser/storage.ts';
import { queryOf, searchAddress, searchAllAddress } from '../../ui/pages/search/search-address.ts';
import { recentQueries } from '../../ui/pages/search/recent-queries.ts';
import { holdChoice, keepChoice, recall } from '../../ui/pages/upload/last-choice.ts';
import { addingAddress, ticketsRoute } from '../../ui/pages/tickets/ticket-address.ts';
import { opened, replies, written } from './search-page.ts';
import { fill, press, settled, someCollection } from './support.ts';
import { somePreview } from './upload/service.ts';

const pasted = 'Здравствуйте, это Иван Петров.\nНе могу войти в кабинет';
const telling = [pasted, 'не входит ivan@example.com', 'перезвоните +7 (912) 345-67-89', 'а'.repeat(201)];
const fragmentOf = (address: string) => new URL(address, location.origin).hash.slice(1);
const token = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;

const realFetch = window.fetch.bind(window);
afterEach(() => {
  window.fetch = realFetch;
  localStorage.clear();
});

describe('A text that may hold somebody’s data', () => {
  it('is in no address, which leads to it all the same, in this tab', () => {
    for (const text of telling) {
      for (const address of [searchAddress('c1', text), searchAllAddress(text)]) {
        expect(decodeURIComponent(address)).not.to.contain(text.slice(0, 12));
        expect(queryOf(fragmentOf(address))).to.equal(text);
      }
      expect(searchAddress('c1', text)).to.equal(searchAddress('c1', text));
      const [path = '', fragment = ''] = addingAddress('c1', text).split('#');
      expect(fragment).not.to.contain(encodeURIComponent(text).slice(0, 12));
      expect(ticketsRoute('c1', { path, fragment })?.adding).to.equal(text);
    }
    expect(queryOf('q-kept=nowhere')).to.equal('');
  });

  it('is not among the recent queries', () => {
    const recent = recentQueries('u1', 'c1');
    for (const text of telling) recent.add(text);
    expect(recent.all()).to.deep.equal([]);
    // As an earlier version has kept it.
    localStorage.setItem('precedent.recent.u1.c1', JSON.stringify([pasted, 'не печатает']));
    expect(recent.all()).to.deep.equal(['не печатает']);
  });

  it('is searched for like any other, and has no link to copy', async () => {
    const { page, app, asked } = await opened('', [replies.found, replies.saying(written)]);
    fill(page, 'wa-textarea', pasted);
    await press(page, 'Найти');
    expect(asked).to.deep.equal([`${pasted}, answer`]);
    expect(app.visited[0]).to.match(/#q-kept=\w+$/);
    expect(page.querySelector('[label="Скопировать ссылку"]')).to.equal(null);
  });
});

describe('What was searched for', () => {
  const names = () => settingNames().filter((name) => /^(?:recent|columns)\./.test(name));
  const sendTable = () => {
    const preview = somePreview();
    const recalled = recall('c1', preview);
    keepChoice('c1', { preview, recalled, columns: { Номер: 'ticket_id' } });
    holdChoice('c1', { preview, recalled, columns: { Номер: null } });
  };
  const signedIn = (collections: readonly string[]) => {
    localStorage.setItem('precedent.token', token('u1'));
    window.fetch = () => Promise.resolve(new Response(JSON.stringify(collections.map((id) => someCollection({ id })))));
    return createAppContext(() => undefined);
  };

  it('is forgotten with its collection', async () => {
    for (const [user, id] of [
      ['u1', 'c1'],
      ['u1', 'gone'],
      ['another', 'c1'],
    ] as const)
      recentQueries(user, id).add('принтер');
    const { collections } = signedIn(['c1']);
    await collections.load();
    await settled();
    expect(names()).to.deep.equal(['recent.u1.c1']);
  });

  it('is forgotten at a sign-out, and not when the session expires; as is how files were read', async () => {
    const { session } = signedIn(['c1']);
    await settled();
    recentQueries('u1', 'c1').add('принтер');
    sendTable();
    const fragment = fragmentOf(searchAddress('c1', pasted));
    session.end('expired');
    session.begin(token('u1'), 'a@example.com');
    expect(names()).to.have.length(2);
    expect(recall('c1', somePreview()).held?.columns).to.deep.equal({ Номер: null });
    expect(queryOf(fragment)).to.equal(pasted);
    session.end('signed out');
    expect(names()).to.deep.equal([]);
    expect(recall('c1', somePreview()).held).to.equal(undefined);
    expect(queryOf(fragment)).to.equal('');
    expect(sessionStorage.getItem('precedent.texts')).to.equal(null);
  });
});
