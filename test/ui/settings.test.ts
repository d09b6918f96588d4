import { expect } from 'chai';
import { html } from 'lit';
import type { ApiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseTheme } from '../../ui/browser/theme.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { asCommand, curlExample } from '../../ui/pages/settings/kb-settings-page.ts';
import '../../ui/pages/settings/kb-settings-page.ts';
import { type AppUnderTest, appWith, press, settled, shown, someCollection, someUser, violations } from './support.ts';

const page = html`<kb-settings-page></kb-settings-page>`;

const limits = { tickets: 500_000, bytes: 20_000_000_000, collections: null };
const used = { plan: 'starter', tickets: 12_345, bytes: 412_300_000, collections: 4, limits };

const signedIn = (api: Partial<ApiClient> = {}): AppUnderTest => {
  const app = appWith({ send: () => Promise.resolve(new Response(JSON.stringify(used))), ...api });
  app.account.set(someUser);
  app.collections.set([someCollection()]);
  return app;
};

const choose = async (element: Element, label: string, value: string) => {
  const group = element.querySelector<HTMLElement & { value: string }>(`wa-radio-group[label='${label}']`);
  if (!group) throw new Error(`There is no choice of ${label}`);
  group.value = value;
  group.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};

describe('The settings', () => {
  afterEach(() => {
    chooseLanguage('ru');
    chooseTheme('system');
  });

  it('show who is signed in, and are accessible', async () => {
    const element = await shown(page, signedIn());
    expect(element.textContent).to.contain('lead@alfa-service.example');
    expect(element.textContent).to.contain('Starter');
    expect(element.textContent).to.contain('с 12 марта 2026');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('say what is used of the plan, and that it did not load', async () => {
    let fails = true;
    const send: ApiClient['send'] = (endpoint) => {
      if (endpoint !== 'GET /api/me/usage') return Promise.reject(new ApiError(404, endpoint));
      return fails
        ? Promise.reject(new ApiError(500, 'Internal error'))
        : Promise.resolve(new Response(JSON.stringify(used)));
    };
    const element = await shown(page, signedIn({ send }));
    const usage = element.querySelector('kb-usage');
    expect(usage?.textContent).to.contain('Занятое место не загрузилось');
    expect(await violations(element)).to.deep.equal([]);
    fails = false;
    await press(usage ?? element, 'Повторить');
    const rows = [...(usage?.querySelectorAll('dd') ?? [])].map(({ textContent }) =>
      textContent.replaceAll(/\s/g, ' '),
    );
    expect(rows).to.deep.equal(['12 345 из 500 000', '412,3 МБ из 20 ГБ', '4']);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('say how long the session lasts, end it, and lead to what was deleted', async () => {
    const app = signedIn();
    const claims = btoa(JSON.stringify({ sub: 'u', exp: Date.UTC(2026, 2, 13, 9) / 1000 }));
    app.session.token.set(`head.${claims}.signature`);
    const element = await shown(page, app);
    const facts = element.querySelectorAll('.settings-facts:not(kb-usage *)')[1];
    expect(facts?.textContent).to.match(/до\s13 марта 2026, \d\d:00/);
    expect(facts?.querySelector('a')?.getAttribute('href')).to.equal('/erasures');
    await press(facts ?? element, 'Выйти');
    expect(app.session.token.get()).to.equal(undefined);
  });

  it('hide the key until it is requested', async () => {
    const element = await shown(page, signedIn());
    expect(element.textContent).not.to.contain(someUser.api_key);
    await press(element, 'Показать');
    expect(element.textContent).to.contain(someUser.api_key);
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Скрыть');
    expect(element.textContent).not.to.contain(someUser.api_key);
  });

  it('hide the key after the tab was left', async () => {
    const element = await shown(page, signedIn());
    await press(element, 'Показать');
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
    await settled();
    expect(element.textContent).not.to.contain(someUser.api_key);
  });

  it('rotate the key that is shown after a question', async () => {
    const presented: string[] = [];
    const rotateKey = (key: string) => {
      presented.push(key);
      return Promise.resolve('fresh key');
    };
    const app = signedIn({ rotateKey });
    const element = await shown(page, app);
    await press(element, 'Перевыпустить');
    const dialog = element.querySelector('kb-dialog') ?? element;
    expect(dialog.textContent).to.contain('Старый перестанет работать сразу');
    expect(await violations(element)).to.deep.equal([]);
    await press(dialog, 'Перевыпустить');
    expect(presented).to.deep.equal([someUser.api_key]);
    expect(app.account.value()?.api_key).to.equal('fresh key');
    expect(app.said).to.deep.equal(['Новый ключ готов']);
    expect(element.querySelector('kb-dialog')?.open).to.equal(false);
  });

  it('fetch the key again and ask again when it was rotated elsewhere; the session goes on', async () => {
    const presented: string[] = [];
    const rotateKey = (key: string) => {
      presented.push(key);
      return key === 'from elsewhere'
        ? Promise.resolve('fresh key')
        : Promise.reject(new ApiError(401, 'Not authenticated'));
    };
    const app = signedIn({ rotateKey, me: () => Promise.resolve({ ...someUser, api_key: 'from elsewhere' }) });
    app.session.begin('token', someUser.email);
    const element = await shown(page, app);
    await press(element, 'Перевыпустить');
    const dialog = element.querySelector('kb-dialog') ?? element;
    await press(dialog, 'Перевыпустить');
    expect(dialog.textContent).to.contain('Ключ уже перевыпустили в другом месте');
    expect(app.session.token.get()).to.equal('token');
    await press(dialog, 'Перевыпустить');
    expect(presented).to.deep.equal([someUser.api_key, 'from elsewhere']);
    expect(app.account.value()?.api_key).to.equal('fresh key');
  });

  it('say in the dialog why a rotation failed', async () => {
    const element = await shown(
      page,
      signedIn({ rotateKey: () => Promise.reject(new ApiError(429, 'Rate limit exceeded', { retryAfter: 7 })) }),
    );
    await press(element, 'Перевыпустить');
    await press(element.querySelector('kb-dialog') ?? element, 'Перевыпустить');
    expect(element.querySelector('[role=alert]')?.textContent.replaceAll('\u00a0', ' ')).to.contain('через 7 секунд');
  });

  it('fill the example with this address, a real collection and a hidden key', async () => {
    const element = await shown(page, signedIn());
    const code = element.querySelector("pre[aria-label='Пример запроса']")?.textContent ?? '';
    expect(code).to.contain(`curl -X POST ${location.origin}/api/v1/search \\\n`);
    expect(code).to.contain(`"collection_id": "${someCollection().id}"`);
    expect(code).not.to.contain(someUser.api_key);
  });

  it('ask for a collection before there is an example', async () => {
    const app = signedIn();
    app.collections.set([]);
    const element = await shown(page, app);
    expect(element.querySelector("pre[aria-label='Пример запроса']")).to.equal(null);
    expect(element.textContent).to.contain('Сначала создайте коллекцию');
  });

  it('speak another language at once', async () => {
    const element = await shown(page, signedIn());
    await choose(element, 'Язык', 'en');
    expect(element.querySelector('h1')?.textContent).to.equal('Settings');
    expect(localStorage.getItem('precedent.language')).to.equal('en');
  });

  it('show another theme at once', async () => {
    const element = await shown(page, signedIn());
    await choose(element, 'Тема', 'dark');
    expect(document.documentElement.classList.contains('wa-dark')).to.equal(true);
    await choose(element, 'Тема', 'light');
    expect(document.documentElement.classList.contains('wa-dark')).to.equal(false);
    expect(localStorage.getItem('precedent.theme')).to.equal('light');
  });

  it('say why the account did not load', async () => {
    const app = appWith({ me: () => Promise.reject(new ApiError(500, 'Internal error')) });
    await app.account.load();
    const element = await shown(page, app);
    expect(element.querySelector('[role=alert]')?.textContent).to.contain('Внутренняя ошибка сервиса');
    expect(await violations(element)).to.deep.equal([]);
  });
});

describe('The example request', () => {
  it('survives a quote in the query', () => {
    const lines = curlExample({ origin: 'https://kb.example', key: 'key', collectionId: 'id', query: `it's "down"` });
    expect(asCommand(lines)).to.contain(String.raw`"query": "it'\''s \"down\"", "generate_answer": true}'`);
  });
});
