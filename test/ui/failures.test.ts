import { expect } from 'chai';
import { html, LitElement } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import { createSend } from '../../ui/api/request.ts';
import { ElementLoader } from '../../ui/components/element-loader.ts';
import '../../ui/components/kb-failure.ts';
import '../../ui/components/web-awesome.ts';
import { prepareErrorText } from '../../ui/messages/prepare-error-text.ts';
import { requestErrorText } from '../../ui/messages/request-errors.ts';
import { settled, shown, stoppedTime, until, violations } from './support.ts';

describe('A failure', () => {
  afterEach(() => (document.documentElement.lang = 'ru'));

  it('shows when requests are accepted again, and disables the button until then', async () => {
    const pass = stoppedTime();
    const error = new ApiError(429, 'Rate limit exceeded', { retryAfter: 2 });
    const element = await shown(html`<kb-failure .error=${error} retriable></kb-failure>`);
    expect(element.querySelector('wa-button')?.hasAttribute('disabled')).to.equal(true);
    expect(await violations(element)).to.deep.equal([]);
    pass(2);
    await until(() => element.querySelector('wa-button')?.hasAttribute('disabled') === false);
  });

  for (const [language, left, over] of [
    ['ru', /через (\d+)\sсекунд/, 'Уже можно продолжить.'],
    ['en', /again in (\d+)\ssecond/, 'You can try again now.'],
  ] as const) {
    it(`counts the seconds of its sentence down with those of its button, and reads them out once, in ${language}`, async () => {
      const pass = stoppedTime();
      document.documentElement.lang = language;
      const error = new ApiError(429, 'Rate limit exceeded', { retryAfter: 41 });
      const element = await shown(html`<kb-failure .error=${error} retriable></kb-failure>`);
      const seconds = (selector: string) => left.exec(element.querySelector(selector)?.textContent ?? '')?.[1];
      pass(3);
      await until(() => element.querySelector('wa-button')?.textContent.includes('38') === true);
      expect([seconds('p[aria-hidden=true]'), seconds('[role=alert]')]).to.deep.equal(['38', '41']);
      expect(element.querySelector('[role=alert] p')?.classList.contains('visually-hidden')).to.equal(true);
      expect(await violations(element)).to.deep.equal([]);
      pass(38);
      await until(() => element.querySelector('p[aria-hidden=true]') === null);
      expect(element.querySelector('[role=alert]')?.textContent).to.contain(over);
      expect(element.querySelector('[role=alert] p')?.className).to.equal('');
    });
  }
});

describe('An error of the service', () => {
  it('is told in the language of the page with the number of the request', () => {
    const error = new ApiError(500, 'Internal error', { requestId: 'b1946ac9' });
    expect(requestErrorText(error)).to.contain('Внутренняя ошибка сервиса');
    expect(requestErrorText(error)).to.contain('Номер запроса для администратора: b1946ac9');
    document.documentElement.lang = 'en';
    expect(requestErrorText(error)).to.equal(
      'The service could not answer: Internal error. Request for the administrator: b1946ac9',
    );
    document.documentElement.lang = 'ru';
  });
});

describe('A request', () => {
  const realFetch = window.fetch.bind(window);
  afterEach(() => {
    window.fetch = realFetch;
  });

  it('tells that its collection is gone, but not that an upload is not known yet', async () => {
    let gone = 0;
    const nothing = () => undefined;
    const send = createSend({
      ...{ token: nothing, onExpired: nothing, onBudget: nothing, language: () => 'ru' },
      onCollectionGone: () => (gone += 1),
      onRefusal: prepareErrorText,
    });
    for (const [code, times] of [
      ['upload-not-found', 0],
      ['collection-not-found', 1],
    ] as const) {
      const refusal = { status: 404, headers: { 'Error-Code': code } };
      window.fetch = () => Promise.resolve(new Response(JSON.stringify({ detail: 'Gone' }), refusal));
      const failure = await send('GET /api/collections/some/uploads/one').catch((error: unknown) => error);
      expect([(failure as ApiError).code, gone]).to.deep.equal([code, times]);
    }
  });

  it('that had no connection says so no longer once there is one', async () => {
    const error = new ApiError(0, 'Failed to fetch');
    const element = await shown(html`<kb-failure .error=${error} retriable></kb-failure>`);
    expect(element.textContent).to.contain('Нет связи с сервисом.');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(element.textContent).not.to.contain('Нет связи');
    expect(element.textContent).to.contain('Связь снова есть: повторите.');
    expect(await violations(element)).to.deep.equal([]);
    const refused = await shown(html`<kb-failure .error=${new ApiError(500, 'Internal error')}></kb-failure>`);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(refused.textContent).to.contain('Внутренняя ошибка');
  });

  it('that is refused is explained by its code, by a proxy’s status, or else by what the service says', async () => {
    const nothing = () => undefined;
    const send = createSend({
      ...{ token: nothing, onExpired: nothing, onBudget: nothing, onCollectionGone: nothing, language: () => 'ru' },
      onRefusal: prepareErrorText,
    });
    const said = async (body: string, init: ResponseInit) => {
      window.fetch = () => Promise.resolve(new Response(body, init));
      const error = (await send('GET /api/collections').catch((caught: unknown) => caught)) as ApiError;
      return (['ru', 'en'] as const).map((language) => {
        document.documentElement.lang = language;
        return requestErrorText(error);
      });
    };
    const page = '<html><body>nginx</body></html>';
    for (const [body, init, ru, en] of [
      [
        '{"detail":"x"}',
        { status: 404, headers: { 'Error-Code': 'erasure-not-found' } },
        /^Такой справки нет/,
        /^There is no such receipt/,
      ],
      [
        '{"detail":"x"}',
        { status: 500, headers: { 'Error-Code': 'starting' } },
        /^Сервис запускается/,
        /^The service is starting/,
      ],
      ['{"detail":"x"}', { status: 429, headers: { 'Error-Code': 'too-many-streams' } }, /одновременных/, /same time/],
      [
        '{"detail":"x"}',
        { status: 429, headers: { 'Error-Code': 'rate-limit-exceeded', 'Retry-After': '7' } },
        /через 7/,
        /in 7/,
      ],
      [
        '{"detail":"Is odd"}',
        { status: 400, headers: { 'Error-Code': 'of-a-later-release' } },
        /: Is odd$/,
        /: Is odd$/,
      ],
      [page, { status: 413 }, /^Запрос слишком большой/, /^The request is too large/],
      [page, { status: 429 }, /^Слишком много запросов/, /^Too many requests/],
      [page, { status: 502 }, /^Сервис сейчас недоступен/, /^The service cannot be reached/],
      [page, { status: 503 }, /^Сервис сейчас недоступен/, /^The service cannot be reached/],
      [page, { status: 504 }, /^Сервис не ответил вовремя/, /^The service did not answer in time/],
      [page, { status: 418 }, /: HTTP 418$/, /: HTTP 418$/],
    ] as const) {
      const [inRussian, inEnglish] = await said(body, init);
      expect(inRussian).to.match(ru);
      expect(inEnglish).to.match(en);
    }
    document.documentElement.lang = 'ru';
  });
});

describe('Elements that do not load', () => {
  const realFetch = window.fetch.bind(window);
  afterEach(() => {
    window.fetch = realFetch;
  });

  class LoadingHost extends LitElement {
    readonly elements = new ElementLoader<string>(this);
    protected override createRenderRoot = () => this;
    protected override render() {
      return html`<section aria-label="Загрузка">${this.elements.failure('upload')}</section>`;
    }
  }
  customElements.define('loading-host', LoadingHost);

  /** Loads elements that fail as often as is said, in a browser that reaches the service or not. */
  const loading = async (failing: number, reaches: boolean) => {
    window.fetch = () => (reaches ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')));
    const host = new LoadingHost();
    document.body.append(host);
    let [tries, loaded] = [0, 0];
    const load = () => ((tries += 1) <= failing ? Promise.reject(new TypeError('404')) : Promise.resolve());
    host.elements.load('upload', load, () => (loaded += 1));
    await settled();
    return { host, loaded: () => loaded };
  };

  it('are loaded when the connection is back, and nothing else is touched meanwhile', async () => {
    const { host, loaded } = await loading(1, false);
    expect(host.textContent).to.contain('Откроем страницу сами');
    expect(host.elements.failure('search')).to.equal(undefined);
    expect(await violations(host)).to.deep.equal([]);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect([loaded(), host.textContent.trim()]).to.deep.equal([1, '']);
    host.remove();
  });

  it('are told to be of an earlier release if the service can be reached', async () => {
    const { host, loaded } = await loading(9, true);
    expect(host.textContent).to.contain('Вышла новая версия');
    expect(host.querySelector('wa-button')?.textContent).to.contain('Обновить страницу');
    expect(loaded()).to.equal(0);
    host.remove();
  });

  it('are not told to be of an earlier release again after the reload that was for them', async () => {
    const reloaded = (minutesAgo: number) =>
      sessionStorage.setItem('precedent.reloaded', `${location.pathname} ${Date.now() - minutesAgo * 60_000}`);
    reloaded(1);
    const { host } = await loading(9, true);
    expect(host.textContent).to.contain('Страница не открылась');
    expect(host.textContent).not.to.contain('Вышла новая версия');
    expect(await violations(host)).to.deep.equal([]);
    host.remove();
    reloaded(11);
    const later = await loading(9, true);
    expect(later.host.textContent).to.contain('Вышла новая версия');
    later.host.remove();
    sessionStorage.removeItem('precedent.reloaded');
  });
});
