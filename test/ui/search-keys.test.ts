import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { address, freshBrowser, keptAt, key, opened, query, replies, searched, text, written } from './search-page.ts';
import { press, settled, stoppedTime, until, violations } from './support.ts';

beforeEach(freshBrowser);

const keepRecent = (...queries: readonly string[]) => localStorage.setItem(keptAt, JSON.stringify(queries));

describe('The address', () => {
  it('leads to other searches, back without asking, and to the beginning', async () => {
    const { page, app, asked } = await searched(replies.found, replies.saying(written), replies.nothing);
    const go = async (fragment: string) => {
      app.router.location.set({ path: address, fragment });
      await settled();
    };
    await go('q=сканер');
    await until(() => page.querySelector('.source-none') !== null);
    await go(`q=${encodeURIComponent(query)}`);
    await until(() => page.querySelectorAll('.answer-text p').length === 2);
    expect(page.querySelector('wa-textarea')?.value).to.equal(query);
    expect(asked).to.have.length(2);
    await go('');
    await until(() => page.querySelector('.search-intro') !== null);
  });

  it('gets its query back when one returns from the other tab', async () => {
    const { page, app, asked } = await searched(replies.found, replies.saying(written));
    app.router.location.set({ path: `${address}/upload`, fragment: '' });
    app.router.location.set({ path: address, fragment: '' });
    await settled();
    expect(app.visited).to.deep.equal([`${address}#q=${encodeURIComponent(query)}`]);
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(asked).to.have.length(1);
  });
});

describe('Recent queries', () => {
  const names = (page: Element) => [...page.querySelectorAll('.recent a')].map(text);

  it('are kept for the user and the collection when something was looked for, without the current one', async () => {
    keepRecent('вход');
    const { page } = await searched(replies.found, 'never');
    expect(JSON.parse(localStorage.getItem(keptAt) ?? '[]')).to.deep.equal([query, 'вход']);
    expect(names(page)).to.deep.equal(['вход']);
  });

  it('lead to their search, can be removed one by one and all at once, and are accessible', async () => {
    keepRecent('вход', 'оплата 100 %', 'сканер');
    const { page } = await opened('');
    const targets = [...page.querySelectorAll('.recent a')].map((each) => each.getAttribute('href'));
    expect(targets[1]).to.equal(`${address}#q=${encodeURIComponent('оплата 100 %')}`);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Убрать из недавних: вход');
    expect(names(page)).to.deep.equal(['оплата 100 %', 'сканер']);
    await press(page, 'Очистить');
    expect(page.querySelector('.recent')).to.equal(null);
    expect(localStorage.getItem(keptAt)).to.equal(null);
  });

  it('open with the arrow above an empty field and are walked through with arrows', async () => {
    keepRecent('вход', 'сканер');
    const { page } = await opened('');
    key(page.querySelector('wa-textarea') ?? page, 'ArrowUp');
    await settled();
    expect(text(document.activeElement)).to.equal('вход');
    key(document.activeElement ?? page, 'ArrowDown');
    expect(text(document.activeElement)).to.equal('сканер');
    key(document.activeElement ?? page, 'Escape');
    await settled();
    expect(document.activeElement?.localName).to.equal('wa-textarea');
  });

  it('open under the query in one column when it is entered, whatever else was kept there', async () => {
    localStorage.setItem(keptAt, '{"broken":');
    await setViewport({ width: 360, height: 700 });
    const { page } = await searched(replies.found, replies.saying(written));
    localStorage.setItem(keptAt, JSON.stringify([query, 'вход', 5]));
    expect(page.querySelector('.recent')).to.equal(null);
    page.querySelector('kb-search-box')?.focus();
    await settled();
    expect(names(page)).to.deep.equal(['вход']);
  });
});

describe('Keys on the search page', () => {
  it('lead to the query and through the tickets, and copy the answer', async () => {
    const { page, app } = await searched(replies.found, replies.saying(written));
    (document.activeElement as HTMLElement | null)?.blur();
    key(document.body, '/');
    await settled();
    expect(document.activeElement?.localName).to.equal('wa-textarea');
    (document.activeElement as HTMLElement | null)?.blur();
    const at = () => document.activeElement?.getAttribute('aria-label');
    for (const [name, where] of [
      ['j', '№4812'],
      ['j', '№3977'],
      ['j', '№3977'],
      ['k', '№4812'],
    ] as const) {
      key(document.body, name);
      expect(at()).to.equal(where);
    }
    key(document.activeElement ?? page, 'ArrowDown');
    expect(at()).to.equal('№3977');
    key(document.body, 'c');
    await until(() => app.said.length > 0);
    expect(app.said).to.have.length(1);
  });

  it('do nothing while the other tab is looked at', async () => {
    const { page } = await searched(replies.found, replies.saying(written));
    (document.activeElement as HTMLElement | null)?.blur();
    page.active = false;
    key(document.body, 'j');
    expect(document.activeElement).to.equal(document.body);
  });
});

describe('Copies', () => {
  it('are of the answer, of the answer with its source, and of a solution with the number of its ticket', async () => {
    const { page } = await searched(replies.found, replies.saying(written));
    const texts = [
      ...page.querySelectorAll<HTMLElementTagNameMap['kb-copy-button']>(
        'kb-answer kb-copy-button, kb-source kb-copy-button',
      ),
    ].map((each) => each.text);
    expect(texts[0]).to.equal('Верните порт.\n\nПотом проверьте печать.');
    expect(texts[1]).to.equal('Верните порт.\n\nПотом проверьте печать.\n\nОсновано на обращении №3977');
    expect(texts[2]).to.equal('Вернули прежний порт принтера.\n\nТикет №4812');
  });
});

describe('The focus', () => {
  it('stays at the failure when its button is removed', async () => {
    const { page } = await searched(
      new ApiError(500, 'Internal error'),
      replies.found,
      replies.saying('LLM response error: x'),
      'never',
    );
    page.querySelector<HTMLElement>('.source-list wa-button')?.focus();
    await press(page, 'Повторить');
    expect(document.activeElement?.id).to.equal('sources');
    page.querySelector<HTMLElement>('kb-answer wa-button')?.focus();
    await press(page, 'Запросить ответ ещё раз');
    expect(document.activeElement).to.equal(page.querySelector('kb-answer section'));
  });

  it('does not move when a search is retried by itself', async () => {
    const pass = stoppedTime();
    const { page } = await searched(
      new ApiError(429, 'Rate limit exceeded', { retryAfter: 1 }),
      replies.found,
      'never',
    );
    page.querySelector('kb-search-box')?.focus();
    pass(1);
    await until(() => page.querySelectorAll('kb-source').length === 2);
    expect(document.activeElement?.localName).to.equal('wa-textarea');
  });

  it('goes from a recent query to what it finds', async () => {
    keepRecent('вход');
    const { page, app } = await opened('', [replies.found, 'never']);
    page.querySelector<HTMLElement>('.recent a')?.focus();
    app.router.location.set({ path: address, fragment: `q=${encodeURIComponent('вход')}` });
    await settled();
    expect(document.activeElement?.id).to.equal('sources');
  });
});
