import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import {
  address,
  empty,
  freshBrowser,
  announced,
  key,
  opened,
  query,
  replies,
  searched,
  searchedOnly,
  text,
  written,
} from './search-page.ts';
import { fill, press, settled, stoppedTime, until, violations } from './support.ts';

beforeEach(freshBrowser);

describe('The search page before the first query', () => {
  it('says what to write, and is accessible', async () => {
    const { page, asked } = await opened('');
    expect(page.querySelectorAll('.search-intro li')).to.have.length(3);
    expect(page.querySelector('.recent')).to.equal(null);
    expect(asked).to.deep.equal([]);
    // One key that searches is named, not two.
    expect([...page.querySelectorAll('kbd')].map(text)).to.deep.equal(['Enter', 'Shift', 'Enter', '/']);

    expect(await violations(page)).to.deep.equal([]);
  });

  it('leads from an empty collection to its upload and to the search of another one', async () => {
    const { page } = await opened('', [], empty);
    const panel = page.querySelector('.search-right');
    expect(text(panel)).to.match(/^В коллекции «Оборудование складов» пока нет обращений Загрузите/);
    const targets = [...(panel?.querySelectorAll('wa-button') ?? [])].map((each) => each.getAttribute('href'));
    expect(targets).to.deep.equal(['/collections/empty/upload', address]);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('says what to write once an upload into the empty collection has stored something', async () => {
    const { page, app } = await opened('', [], empty);
    app.uploads.set([{ collectionId: 'empty', percent: 2, stored: 1, total: 100 }]);
    await settled();
    expect(page.querySelectorAll('.search-intro li')).to.have.length(3);
  });

  it('searches with Enter, begins a line with Shift and Enter, and asks for nothing without words', async () => {
    const { page, app, asked } = await opened('', [replies.found, replies.saying(written)]);
    const field = page.querySelector('wa-textarea') ?? page;
    key(field, 'Enter');
    fill(page, 'wa-textarea', ` ${query} `);
    key(field, 'Enter', { shiftKey: true });
    key(field, 'Enter', { isComposing: true });
    await settled();
    expect(asked).to.deep.equal([]);
    key(field, 'Enter', { ctrlKey: true });
    await settled();
    expect(asked).to.deep.equal([`${query}, answer`]);
    expect(app.visited).to.deep.equal([`${address}#q=${encodeURIComponent(query)}`]);
  });

  it('refuses a query that the service would refuse, and says why', async () => {
    const { page, asked } = await opened('');
    fill(page, 'wa-textarea', 'а'.repeat(10_001));
    await press(page, 'Найти');
    expect(text(page.querySelector('.field-error'))).to.contain('Запрос длиннее 10 000 знаков');
    expect(asked).to.deep.equal([]);
    expect(await violations(page)).to.deep.equal([]);
  });
});

describe('A search on the page', () => {
  it('shows that it is running, and is accessible', async () => {
    const { page } = await searched('never');
    expect(page.querySelector('.source-skeleton')).not.to.equal(null);
    expect(announced(page)).to.equal('Ищем похожие обращения');
    expect(page.querySelector('.search-box wa-button')?.hasAttribute('loading')).to.equal(true);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('shows the sources while the answer is being written, and is accessible', async () => {
    const { page } = await searched(replies.found, 'never');
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(page.querySelectorAll('.answer-skeleton wa-skeleton')).to.have.length(5);
    expect(text(page.querySelector('.answer-busy'))).to.equal('составляется');
    expect(announced(page)).to.equal('Найдено: 2 обращения. Ответ составляется.');
    expect(await violations(page)).to.deep.equal([]);
    fill(page, 'wa-textarea', 'другой запрос');
    await settled();
    expect(page.querySelector('.search-box wa-button')?.hasAttribute('loading')).to.equal(false);
  });

  it('shows the answer and leads to the ticket it is based on, and is accessible', async () => {
    const { page, asked } = await searched(replies.found, replies.saying(written));
    expect(asked).to.deep.equal([`${query}, answer`]);
    const paragraphs = [...page.querySelectorAll('.answer-text p')];
    expect(paragraphs.map(text)).to.deep.equal(['Верните порт.', 'Потом проверьте печать.']);
    expect(announced(page)).to.equal('Ответ. Верните порт. Потом проверьте печать. Основано на обращении №3977');
    expect([...page.querySelectorAll('.is-cited .ticket-number')].map(text)).to.deep.equal(['№3977']);
    expect(text(page.querySelector('kb-answer'))).not.to.match(/за 0\s/);
    expect(await violations(page)).to.deep.equal([]);
    page.querySelector<HTMLElement>('.answer-source')?.click();
    await settled();
    expect(document.activeElement?.getAttribute('aria-label')).to.equal('№3977');
  });

  it('separates problem and solution and marks the words of the query', async () => {
    const { page } = await searched(replies.found, 'never');
    const [first] = page.querySelectorAll('kb-source');
    expect([...(first?.querySelectorAll('dt') ?? [])].map(text)).to.deep.equal(['Проблема', 'Решение']);
    expect(text(first?.querySelector('dd.ticket-problem') ?? null)).to.equal('Принтеры не печатают, писала [ИМЯ].');
    expect([...(first?.querySelectorAll('mark') ?? [])].map(text)).to.deep.equal(['Принтеры не печатают', 'принтера']);
    expect(text(first?.querySelector('.ticket-score') ?? null)).to.equal('Сходство 0,93, самое близкое');
    expect(text(first?.querySelector('.ticket-mask') ?? null)).to.equal('[ИМЯ]');
  });

  it('offers its address to copy, and says how many requests are left when they get few', async () => {
    const { page, app } = await searched(replies.found, replies.saying(written));
    const copy = page.querySelector<HTMLElementTagNameMap['kb-copy-button']>('.source-list-head kb-copy-button');
    expect(copy?.label).to.equal('Скопировать ссылку на поиск');
    expect(copy?.text).to.equal(`${location.origin}${address}#q=${encodeURIComponent(query)}`);
    expect(page.querySelector('.search-note')).to.equal(null);
    app.requestsLeft.set(4);
    await settled();
    expect(text(page.querySelector('.search-note'))).to.equal('В эту минуту можно ещё 4 запроса');
    app.requestsLeft.set(undefined);
    app.uploads.set([
      { collectionId: address.slice('/collections/'.length), percent: 30, stored: 1_200, total: 4_000 },
    ]);
    await settled();
    expect(text(page.querySelector('.search-note'))).to.equal('Загрузка идёт: уже находятся 1 200 из 4 000');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('folds long tickets until they are opened', async () => {
    const { page } = await searched(replies.found, 'never');
    const [first, second] = page.querySelectorAll('kb-source');
    await until(() => second?.querySelector('.is-folded') !== null);
    expect(first?.querySelector('.fold-button')).to.equal(null);
    const height = second?.offsetHeight ?? 0;
    await press(second ?? page, 'Показать целиком');
    expect(second?.offsetHeight).to.be.greaterThan(height);
    expect(second?.querySelector('.fold-button')?.getAttribute('aria-expanded')).to.equal('true');
    expect(await violations(page)).to.deep.equal([]);
    await press(second ?? page, 'Свернуть');
    expect(second?.offsetHeight).to.equal(height);
  });

  it('says that there is too little information and what to do, and is accessible', async () => {
    const { page } = await searched(replies.found, replies.saying('Недостаточно информации в истории обращений.'));
    expect(text(page.querySelector('.answer-note'))).to.contain('Недостаточно информации в истории обращений.');
    expect(text(page.querySelector('.answer-next'))).to.contain('Посмотрите найденное: решение может быть там.');
    expect(page.querySelector('.answer-next a')?.getAttribute('href')).to.equal(`${address}/upload`);
    expect(text(page.querySelector('#sources'))).to.equal('Ответа нет, ближайшие обращения');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('keeps the tickets when the model fails, and asks for the answer again only, and is accessible', async () => {
    const { page, asked } = await searched(
      replies.found,
      replies.saying('LLM API error [502]: Bad Gateway'),
      replies.saying(written),
    );
    expect(text(page.querySelector('.search-failure'))).to.contain('Модель сейчас не отвечает');
    expect(text(page.querySelector('.search-failure code'))).to.equal('LLM API error [502]: Bad Gateway');
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Запросить ответ ещё раз');
    expect(asked).to.have.length(2);
    expect(page.querySelectorAll('.answer-text p')).to.have.length(2);
  });

  it('says that nothing was found, without an answer, and is accessible', async () => {
    const { page, asked } = await opened('q=сканер', [replies.nothing], empty);
    expect(text(page.querySelector('.source-none'))).to.contain('Ничего похожего не нашлось');
    expect(page.querySelector('.source-none wa-button:nth-of-type(2)')?.getAttribute('href')).to.equal(
      `${address}#q=${encodeURIComponent('сканер')}`,
    );
    expect(page.querySelector('kb-answer')).to.equal(null);
    expect(asked).to.deep.equal(['сканер, answer']);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('says why it failed and keeps the query, and is accessible', async () => {
    const { page, asked } = await searched(new ApiError(0, 'Failed to fetch'), replies.found, 'never');
    expect(text(page.querySelector('[role=alert]'))).to.contain('Поиск не удался, запрос сохранён');
    expect(page.querySelector('wa-textarea')?.value).to.equal(query);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Повторить');
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(asked).to.have.length(2);
  });

  it('goes on when the connection is back', async () => {
    const { page } = await searched(new ApiError(0, 'Failed to fetch'), replies.found, 'never');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
  });

  it('counts down when there were too many requests, then goes on by itself, and is accessible', async () => {
    const pass = stoppedTime();
    const { page, asked } = await searched(
      replies.found,
      new ApiError(429, 'Rate limit exceeded', { retryAfter: 1 }),
      replies.saying(written),
    );
    expect(text(page.querySelector('kb-rate-limit-notice [role=alert]'))).to.contain('Продолжим сами через 1 секунду.');
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(await violations(page)).to.deep.equal([]);
    pass(1);
    await until(() => page.querySelectorAll('.answer-text p').length === 2);
    expect(asked).to.have.length(2);
  });

  it('shows and asks for no answer while the switch is off, and asks for it when it is switched on', async () => {
    const { page, asked } = await searchedOnly(replies.found, replies.saying(written));
    expect(page.querySelector('kb-answer')).to.equal(null);
    expect(announced(page)).to.equal('Найдено: 2 обращения.');
    expect(asked).to.deep.equal([query]);
    page.querySelector('wa-switch')?.click();
    await settled();
    expect(asked).to.deep.equal([query, `${query}, answer`]);
    expect(page.querySelectorAll('.answer-text p')).to.have.length(2);
    page.withAnswers = false;
    await settled();
    expect(page.querySelector('kb-answer')).to.equal(null);
    expect(page.querySelector('.is-cited')).to.equal(null);
  });

  it('speaks English, and is accessible', async () => {
    chooseLanguage('en');
    const { page } = await searched(replies.found, replies.saying(written));
    expect(text(page.querySelector('.answer-source'))).to.equal('Based on ticket No. 3977');
    expect(announced(page)).to.contain('Answer.');
    expect(await violations(page)).to.deep.equal([]);
    chooseLanguage('ru');
  });
});
