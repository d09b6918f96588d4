import { expect } from 'chai';
import { html, LitElement } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import { createSend } from '../../ui/api/request.ts';
import { ElementLoader } from '../../ui/components/element-loader.ts';
import '../../ui/components/kb-failure.ts';
import '../../ui/components/web-awesome.ts';
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
    });
    for (const [detail, times] of [
      ['Upload not found', 0],
      ['Collection not found', 1],
    ] as const) {
      window.fetch = () => Promise.resolve(new Response(JSON.stringify({ detail }), { status: 404 }));
      const failure = await send('GET /api/collections/some/uploads/one').catch((error: unknown) => error);
      expect([(failure as ApiError).detail, gone]).to.deep.equal([detail, times]);
    }
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
