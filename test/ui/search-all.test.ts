import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Found } from '../../ui/api/records.ts';
import '../../ui/pages/search-all/kb-search-all-page.ts';
import { text } from './search-page.ts';
import { appWith, press, settled, shown, someCollection, someUser, stoppedTime, until, violations } from './support.ts';

const named = (name: string, ticket_count = 10) => someCollection({ id: `id-${name}`, name, ticket_count });
const collections = [named('Касса', 20), named('Почта', 30), named('Склад', 10), named('Пустая', 0)];

const source = (id: string, score: number) => ({
  ...{ ticket_id: id, score, category: 'Оплата' },
  full_text: `Категория: Оплата\nПроблема: Не проходит оплата ${id}\nРешение: Перезапустили терминал.`,
});
const found = (...sources: Found['sources']): Found => ({
  ...{ answer: null, sources },
  levels: { verySimilar: 0.8, similar: 0.5 },
});

type Replies = Readonly<Record<string, Found | ApiError>>;

/** The page at a query, over collections that reply by name; what was asked is written down. */
const searchedAll = async (
  replies: Replies,
  requestsLeft?: number,
  fragment = 'q=%D0%BE%D0%BF%D0%BB%D0%B0%D1%82%D0%B0',
) => {
  const asked: string[] = [];
  const app = appWith({
    search: ({ collectionId, generateAnswer }) => {
      const name = collectionId.slice(3);
      asked.push(generateAnswer ? `${name}, answer` : name);
      const left = app.requestsLeft.get();
      if (left !== undefined) app.requestsLeft.set(left - 1);
      const reply = replies[name] ?? new ApiError(500, 'No reply was foreseen');
      return reply instanceof ApiError ? Promise.reject(reply) : Promise.resolve(reply);
    },
  });
  app.account.set(someUser);
  app.collections.set(collections);
  app.requestsLeft.set(requestsLeft);
  app.router.location.set({ path: '/search', fragment });
  const page = await shown(html`<kb-search-all-page></kb-search-all-page>`, app);
  return { page, app, asked };
};

const tickets = (page: Element) =>
  [...page.querySelectorAll('kb-source')].map((each) => [
    text(each.querySelector('.ticket-number')),
    text(each.querySelector('.source-collection')),
  ]);

const three: Replies = {
  Касса: found(source('1', 0.4), source('2', 0.3)),
  Почта: found(source('1', 0.9)),
  Склад: found(),
};

describe('A search in all collections', () => {
  it('asks each collection with tickets once, the largest first, and shows the results together, best first', async () => {
    const { page, asked } = await searchedAll(three);
    expect(asked).to.deep.equal(['Почта', 'Касса', 'Склад']);
    expect(tickets(page)).to.deep.equal([
      ['№1', 'Почта'],
      ['№1', 'Касса'],
      ['№2', 'Касса'],
    ]);
    expect(page.querySelector('.source-collection')?.getAttribute('href')).to.match(/^\/collections\/id-Почта#q=/);
    expect(text(page.querySelector('.ticket-score'))).to.contain('очень похоже');
    expect(text(page.querySelector('[role=status]'))).to.equal('Найдено: 3 обращения в 3 коллекциях');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('says which collection failed, shows the others, and asks only that one again', async () => {
    const replies: Record<string, Found | ApiError> = { ...three, Касса: new ApiError(0, 'Failed to fetch') };
    const { page, asked } = await searchedAll(replies);
    expect(tickets(page)).to.deep.equal([['№1', 'Почта']]);
    expect(text(page.querySelector('[role=alert]'))).to.equal('Коллекция «Касса» не ответила: Нет связи с сервисом.');
    expect(await violations(page)).to.deep.equal([]);
    replies['Касса'] = found(source('7', 0.95));
    await press(page, 'Спросить остальные');
    expect(asked).to.deep.equal(['Почта', 'Касса', 'Склад', 'Касса']);
    expect(page.querySelector('[role=alert]')).to.equal(null);
    // What is shown keeps its place until it is asked for.
    expect(tickets(page)).to.deep.equal([['№1', 'Почта']]);
    await press(page, 'Ещё ближе: 1');
    expect(tickets(page)[0]).to.deep.equal(['№7', 'Касса']);
    expect(document.activeElement?.getAttribute('aria-label')).to.equal('№7');
    expect(page.querySelector('.search-all-head button')).to.equal(null);
  });

  it('asks as many as the rate limit leaves, counts down to the end of its minute and asks the others then', async () => {
    const pass = stoppedTime();
    const { page, app, asked } = await searchedAll(three, 1);
    expect(asked).to.deep.equal(['Почта']);
    expect(text(page.querySelector('[role=alert]'))).to.equal(
      'Запросы этой минуты кончились, не спросили коллекции «Касса», «Склад». Спросим сами через 24 секунды.',
    );
    expect(text(page.querySelector('.notice [aria-hidden=true] .number'))).to.equal('24 с');
    expect(text(page.querySelector('h2'))).to.equal('Найдено: 1 обращение в 1 коллекции из 3');
    expect(await violations(page)).to.deep.equal([]);
    app.requestsLeft.set(30);
    pass(24);
    await until(() => asked.length === 3);
    expect(asked).to.deep.equal(['Почта', 'Касса', 'Склад']);
    expect(tickets(page)).to.have.length(3);
    const refused = await searchedAll({ ...three, Касса: new ApiError(429, 'Too many requests', { retryAfter: 20 }) });
    expect(text(refused.page.querySelector('[role=alert]'))).to.contain('не спросили');
  });

  for (const width of [1280, 390]) {
    it(`moves nothing that is shown when more comes, in a window of ${width} px`, async () => {
      await setViewport({ width, height: 800 });
      const late = new Map<string, (reply: Found) => void>();
      const app = appWith({
        search: ({ collectionId }) => new Promise((reply) => late.set(collectionId.slice(3), reply)),
      });
      app.collections.set(collections);
      app.router.location.set({ path: '/search', fragment: 'q=x' });
      const page = await shown(html`<kb-search-all-page></kb-search-all-page>`, app);
      late.get('Касса')?.(found(source('1', 0.4), source('2', 0.3)));
      await until(() => tickets(page).length === 2);
      const tops = () =>
        [...page.querySelectorAll('kb-source')].slice(0, 2).map((each) => each.getBoundingClientRect().top);
      const before = tops();
      late.get('Почта')?.(found(source('3', 0.45), source('4', 0.35), source('5', 0.1)));
      await until(() => tickets(page).length === 3);
      late.get('Склад')?.(found());
      await until(() => page.querySelector('[aria-busy=false]') !== null);
      expect(tops()).to.deep.equal(before);
      expect(tickets(page).map(([number]) => number)).to.deep.equal(['№1', '№2', '№5']);
      expect(text(page.querySelector('h2'))).to.equal(
        'Ближайшее похоже лишь отдалённо. Найдено: 5 обращений в 3 коллекциях',
      );
      expect(await violations(page)).to.deep.equal([]);
      await press(page, 'Ещё ближе: 2');
      expect(tickets(page).map(([number]) => number)).to.deep.equal(['№3', '№1', '№4', '№2', '№5']);
      await setViewport({ width: 1280, height: 800 });
    });
  }

  it('says that nothing was found, and searches for what is typed through the address', async () => {
    const { page, app } = await searchedAll({ Касса: found(), Почта: found(), Склад: found() });
    expect(text(page.querySelector('.search-all-none'))).to.equal('Ничего похожего не нашлось');
    const field = page.querySelector<HTMLInputElement>('input[name=query]');
    if (field) field.value = 'не печатает';
    page.querySelector('form')?.requestSubmit();
    await settled();
    expect(app.visited).to.deep.equal([`/search#q=${encodeURIComponent('не печатает')}`]);
  });
});
