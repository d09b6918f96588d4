import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import type { KbSearchPage } from '../../ui/pages/search/kb-search-page.ts';
import '../../ui/pages/search/kb-search-page.ts';
import { announced, key, type Reply, replies, searchGiving, text, written } from './search-page.ts';
import { appWith, press, settled, shown, someCollection, stoppedTime, until, violations } from './support.ts';

const answerId = '2f9a4c7e-5b1d-4e3a-8c6f-0a1b2c3d4e5f';
const found = { ...replies.found, answerId };
const tooLittle = 'Недостаточно информации в истории обращений.';
const answered = { ...replies.saying(written), answerId };

/** A token as the service issues them, of one account. */
const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;

/** A service that keeps verdicts; `failures` are its first replies. */
const ledger = (...failures: readonly ApiError[]) => {
  const left = [...failures];
  const asked: string[] = [];
  const send = (endpoint: string, { body }: { readonly body?: unknown } = {}) => {
    asked.push(`${endpoint.replace(`/api/answers/${answerId}/verdict`, '…')}${body ? ` ${JSON.stringify(body)}` : ''}`);
    const failure = left.shift();
    return failure ? Promise.reject(failure) : Promise.resolve(new Response(null, { status: 204 }));
  };
  return { send, asked };
};

const open = async ({ send }: Pick<ReturnType<typeof ledger>, 'send'>, all: readonly Reply[] = [found, answered]) => {
  const collection = someCollection();
  const app = appWith({ search: searchGiving(all).search, send });
  app.session.begin(tokenOf('lead'), 'lead@alfa-service.example');
  app.collections.set([collection]);
  app.router.location.set({ path: `/collections/${collection.id}`, fragment: 'q=печать' });
  const page = await shown<KbSearchPage>(html`<kb-search-page .collection=${collection}></kb-search-page>`, app);
  return { app, page };
};

const verdict = (page: Element) => text(page.querySelector('kb-verdict'));
/** Waits for what is said of the verdict: the tabs of all tests send one after the other. */
const says = (page: Element, sentence: string) => until(() => verdict(page) === sentence);
/** Waits until a verdict was sent: one that is given before replaces it. */
const sent = (asked: readonly string[], count: number) => until(() => asked.length === count);
const pressVerdict = (page: Element, words: string) => press(page.querySelector('kb-verdict') ?? page, words);
const pressed = (page: Element) =>
  [...page.querySelectorAll('[aria-pressed=true]')].map((each) => each.ariaLabel ?? text(each));

describe('The verdict on an answer', () => {
  before(() => import('../../ui/pages/search/answer-markdown.ts'));
  beforeEach(async () => {
    localStorage.removeItem('precedent.verdicts');
    localStorage.setItem('precedent.keeping-note', 'seen');
    await setViewport({ width: 1280, height: 800 });
  });

  it('is asked for below the final text, not while it grows, and only if the answer is kept', async () => {
    const { page } = await open(ledger(), [found, replies.piece('Верните'), 'never']);
    await until(() => page.querySelector('.is-growing') !== null);
    expect(page.querySelector('kb-verdict')).to.equal(null);
    expect(page.querySelectorAll('.source-thumb:disabled')).to.have.length(2);
    const kept = await open(ledger());
    expect(verdict(kept.page)).to.equal('Ответ помог? Помогло Не помогло');
    expect(kept.page.querySelectorAll('.source-thumb:enabled')).to.have.length(2);
    expect(await violations(kept.page)).to.deep.equal([]);
    const off = await open(ledger(), [replies.found, replies.saying(written)]);
    expect(off.page.querySelector('kb-verdict, .source-thumb')).to.equal(null);
  });

  it('is one click, said once, shown in one line, and taken back with its button', async () => {
    const { send, asked } = ledger();
    const { page } = await open({ send });
    page.querySelector<HTMLElement>('.verdict-button')?.focus();
    await pressVerdict(page, 'Помогло');
    expect(verdict(page)).to.equal('Помогло Изменить');
    expect(announced(page)).to.equal('Помогло');
    expect(text(document.activeElement)).to.equal('Изменить');
    expect(await violations(page)).to.deep.equal([]);
    await sent(asked, 1);
    await pressVerdict(page, 'Изменить');
    expect(pressed(page)).to.deep.equal(['Помогло']);
    expect(text(document.activeElement)).to.equal('Помогло');
    await pressVerdict(page, 'Помогло');
    expect(pressed(page)).to.deep.equal([]);
    expect(announced(page)).to.equal('Оценка снята');
    await sent(asked, 2);
    expect(asked).to.deep.equal(['PUT … {"helped":true}', 'DELETE …']);
  });

  it('is on a refusal whether that is right', async () => {
    const { page } = await open(ledger(), [found, { ...replies.saying(tooLittle), answerId }]);
    expect(verdict(page)).to.equal('Верно? Верно: решения нет Решение есть');
    await pressVerdict(page, 'Верно: решения нет');
    expect([verdict(page), announced(page)]).to.deep.equal(['Верно: решения нет Изменить', 'Верно: решения нет']);
  });

  it('asks which ticket fitted if the answer did not help', async () => {
    const { send, asked } = ledger();
    const { page } = await open({ send });
    await pressVerdict(page, 'Не помогло');
    expect(verdict(page)).to.contain('Какое обращение подошло? №4812 Принтеры не печатают, писала [ИМЯ]. 1');
    expect(await violations(page)).to.deep.equal([]);
    await sent(asked, 1);
    await pressVerdict(page, '№3977');
    expect(verdict(page)).to.equal('Не помогло, подошло №3977 Изменить');
    expect(text(page.querySelectorAll('kb-source')[1] ?? null)).to.contain('подошло');
    await sent(asked, 2);
    await pressVerdict(page, 'Изменить');
    await pressVerdict(page, 'Ничего не подошло');
    expect(verdict(page)).to.equal('Не помогло Написать обращение Изменить');
    expect(
      page.querySelector('.verdict-write[href$="/tickets#new=%D0%BF%D0%B5%D1%87%D0%B0%D1%82%D1%8C"]'),
    ).not.to.equal(null);
    await sent(asked, 3);
    const [none, fitted] = ['PUT … {"helped":false}', 'PUT … {"helped":false,"ticket_id":"3977"}'];
    expect(asked).to.deep.equal([none, fitted, none]);
  });

  it('is given by keys, in the Russian layout too, but for those that do not concern it', async () => {
    const { send, asked } = ledger();
    const { page } = await open({ send });
    key(document.body, '1', { code: 'Digit1' });
    key(document.body, 'в', { code: 'KeyD' });
    await sent(asked, 1);
    key(document.body, '2', { code: 'Digit2' });
    await sent(asked, 2);
    expect(verdict(page)).to.equal('Не помогло, подошло №3977 Изменить');
    key(document.body, 'г', { code: 'KeyU' });
    await sent(asked, 3);
    expect(verdict(page)).to.equal('Помогло Изменить');
    key(document.body, 'd', { code: 'KeyD' });
    await settled();
    key(document.body, '0', { code: 'Digit0' });
    await settled();
    expect(verdict(page)).to.equal('Не помогло Написать обращение Изменить');
    await sent(asked, 4);
  });

  it('is given by the thumb of a source, which is pressed and pressed again', async () => {
    const { send, asked } = ledger();
    const { page } = await open({ send }, [{ ...replies.found, answerId }, answered]);
    await press(page, '№3977 помогло');
    expect(verdict(page)).to.equal('Помогло №3977 Изменить');
    expect(pressed(page)).to.deep.equal(['№3977 помогло']);
    expect(text(page.querySelectorAll('kb-source')[1]?.querySelector('.ticket-head') ?? null)).to.contain('помогло');
    expect(await violations(page)).to.deep.equal([]);
    await sent(asked, 1);
    await press(page, '№3977 помогло');
    expect(pressed(page)).to.deep.equal([]);
    await sent(asked, 2);
    expect(asked).to.deep.equal(['PUT … {"helped":true,"ticket_id":"3977"}', 'DELETE …']);
  });

  it('waits without a connection, and is sent once when it is back; or not at all', async () => {
    const offline = new ApiError(0, 'Failed to fetch');
    const { send, asked } = ledger(offline, offline);
    const { page } = await open({ send });
    await pressVerdict(page, 'Помогло');
    await says(page, 'Нет связи, оценку отправим сами Отменить');
    expect(announced(page)).to.equal('Нет связи, оценку отправим сами');
    expect(await violations(page)).to.deep.equal([]);
    await pressVerdict(page, 'Отменить');
    expect(verdict(page)).to.equal('Ответ помог? Помогло Не помогло');
    expect(localStorage.getItem('precedent.verdicts')).to.equal(null);
    await pressVerdict(page, 'Помогло');
    await says(page, 'Нет связи, оценку отправим сами Отменить');
    window.dispatchEvent(new Event('online'));
    await says(page, 'Помогло Изменить');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(asked).to.have.length(3);
  });

  it('waits out the rate limit', async () => {
    const pass = stoppedTime();
    const { send, asked } = ledger(new ApiError(429, 'Too many requests', { retryAfter: 20 }));
    const { page } = await open({ send });
    await pressVerdict(page, 'Помогло');
    await says(page, 'Оценку отправим сами, чуть позже Отменить');
    pass(19);
    await settled();
    expect(asked).to.have.length(1);
    pass(1);
    await says(page, 'Помогло Изменить');
    expect(asked).to.have.length(2);
  });

  it('is kept while its account is signed out, and sent by the next page of that account alone', async () => {
    const { page } = await open(ledger(new ApiError(401, 'Not authenticated')));
    page.querySelector('kb-verdict')?.helped();
    await says(page, 'Оценку отправим сами, чуть позже Отменить');
    const other = ledger();
    const app = appWith({ send: other.send });
    app.session.begin(tokenOf('another'), 'another@alfa-service.example');
    await settled();
    expect(other.asked).to.deep.equal([]);
    app.session.begin(tokenOf('lead'), 'lead@alfa-service.example');
    await until(() => localStorage.getItem('precedent.verdicts') === null);
    expect(other.asked).to.deep.equal(['PUT … {"helped":true}']);
  });

  it('is told to be refused if the answer is not kept any more', async () => {
    const { page, app } = await open(ledger(new ApiError(404, 'Answer not found', { code: 'answer-not-found' })));
    await pressVerdict(page, 'Помогло');
    await until(() => app.said.length > 0);
    expect(verdict(page)).to.equal('Ответ помог? Помогло Не помогло');
    expect(app.said).to.deep.equal(['Такого ответа нет: возможно, срок его хранения истёк.']);
  });

  it('is taken from no storage that others have written', async () => {
    const others = [{ owner: 'lead', answerId: '../../me', verdict: null }];
    localStorage.setItem('precedent.verdicts', JSON.stringify(others));
    const { send, asked } = ledger();
    const { page } = await open({ send });
    await pressVerdict(page, 'Помогло');
    await until(() => asked.length > 0);
    expect(asked).to.deep.equal(['PUT … {"helped":true}']);
  });

  it('is asked for in English', async () => {
    chooseLanguage('en');
    const { page } = await open(ledger());
    await pressVerdict(page, 'Did not help');
    await pressVerdict(page, 'No.\u00a03977');
    expect(verdict(page)).to.equal('Did not help, No. 3977 fitted Change');
    chooseLanguage('ru');
  });

  it('fits into the narrowest window, and moves nothing when it comes', async () => {
    await setViewport({ width: 320, height: 800 });
    const end = Promise.withResolvers<Reply & object>();
    const { page } = await open(ledger(), [found, replies.piece('Верните порт.'), end.promise as Promise<never>]);
    await until(() => page.querySelector('.is-growing') !== null);
    const below = () => page.querySelector('kb-source')?.getBoundingClientRect().top;
    const before = below();
    end.resolve({ ...replies.saying('Верните порт.'), answerId });
    await settled();
    expect(below()).to.equal(before);
    await pressVerdict(page, 'Не помогло');
    expect(document.documentElement.scrollWidth).to.equal(320);
  });
});
