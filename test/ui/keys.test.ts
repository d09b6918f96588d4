import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { ApiClient } from '../../ui/api/api-client.ts';
import type { Key } from '../../ui/api/keys.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import '../../ui/pages/settings/kb-keys.ts';
import '../../ui/pages/settings/kb-password.ts';
import '../../ui/pages/settings/kb-settings-page.ts';
import '../../ui/pages/settings/kb-sign-out-everywhere.ts';
import { type AppUnderTest, appWith, press, settled, shown, someCollection, someUser, violations } from './support.ts';

const someKey = (more: Partial<Key> = {}): Key => ({
  ...{ id: 'k1', name: 'Виджет на сайте', scopes: ['search'], collections: [someCollection().id] },
  ...{ created_at: '2026-03-12T09:00:00.000Z', expires_at: null, last_used_at: null },
  ...more,
});
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();

type Sent = { readonly endpoint: string; readonly body: unknown };

const signedIn = (answers: Readonly<Record<string, unknown>>): AppUnderTest & { readonly sent: Sent[] } => {
  const sent: Sent[] = [];
  const send: ApiClient['send'] = (endpoint, { body } = {}) => {
    sent.push({ endpoint, body });
    const answer = answers[endpoint];
    if (answer instanceof ApiError) return Promise.reject(answer);
    return answer === undefined
      ? Promise.reject(new ApiError(404, endpoint))
      : Promise.resolve(answer === null ? new Response(null, { status: 204 }) : new Response(JSON.stringify(answer)));
  };
  const app = appWith({ send });
  app.account.set(someUser);
  app.collections.set([someCollection(), someCollection({ id: 'c2', name: 'Продажи' })]);
  app.session.begin('old', someUser.email);
  return Object.assign(app, { sent });
};

const type = async (element: Element, name: string, value: string) => {
  const input = element.querySelector<HTMLElement & { value: string }>(`wa-input[name='${name}']`);
  if (!input) throw new Error(`There is no field ${name}`);
  input.value = value;
  await settled();
};

const check = async (element: Element, text: string) => {
  const label = [...element.querySelectorAll('label')].find(({ textContent }) => textContent.includes(text));
  label?.querySelector('input')?.click();
  await settled();
};

describe('The keys of the settings', () => {
  afterEach(() => chooseLanguage('ru'));

  it('say what each may do, where, and until when', async () => {
    const keys = [
      someKey({ scopes: ['search', 'read', 'upload', 'manage'], collections: null }),
      someKey({ id: 'k2', name: 'Выгрузка', collections: [someCollection().id, 'c2'], expires_at: inDays(6) }),
      someKey({ id: 'k3', name: 'Старый', collections: ['gone'], expires_at: '2026-01-01T00:00:00.000Z' }),
    ];
    const element = await shown(html`<kb-keys></kb-keys>`, signedIn({ 'GET /api/keys': { keys, next: null } }));
    const rows = [...element.querySelectorAll('tbody tr')].map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' '),
    );
    expect(rows[0]).to.match(/Виджет на сайте.*всё.*все.*ещё ни разу.*бессрочно/);
    expect(rows[1]).to.match(/поиск.*Техподдержка и ещё 1.*через 6 дней/);
    expect(rows[2]).to.match(/удалены.*истёк 1 января/);
    expect([...element.querySelectorAll('thead th')].at(-1)?.textContent.trim()).to.equal('Действия');
    expect(await violations(element)).to.deep.equal([]);
    chooseLanguage('en');
    await settled();
    expect(element.textContent).to.contain('everything');
  });

  it('create one, with search alone unless more is chosen, and show it once', async () => {
    const created = { ...someKey(), key: 'A'.repeat(32) };
    const app = signedIn({ 'GET /api/keys': { keys: [], next: null }, 'POST /api/keys': created });
    const element = await shown(html`<kb-keys></kb-keys>`, app);
    await press(element, 'Новый ключ');
    await press(element, 'Создать ключ');
    expect(element.textContent).to.contain('Назовите систему');
    expect(await violations(element)).to.deep.equal([]);
    await type(element, 'key-name', 'Виджет на сайте');
    await check(element, 'Чтение');
    await check(element, 'Все, и те');
    await press(element, 'Создать ключ');
    expect(element.textContent).to.contain('Отметьте хотя бы одну коллекцию');
    await check(element, 'Продажи');
    await press(element, 'Создать ключ');
    const body = app.sent.find(({ endpoint }) => endpoint.startsWith('POST'))?.body as Record<string, unknown>;
    expect(body).to.deep.include({ name: 'Виджет на сайте', scopes: ['search', 'read'], collections: ['c2'] });
    expect(Date.parse(String(body['expires_at']))).to.be.closeTo(Date.now() + 180 * 86_400_000, 60_000);
    expect(element.textContent).to.contain('A'.repeat(32));
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Готово');
    expect(element.textContent).to.contain('Ключ ещё не скопирован').and.not.contain('Готово');
    await press(element, 'Закрыть без ключа');
    expect(element.querySelector('kb-new-key')).to.equal(null);
    expect(element.textContent).not.to.contain('A'.repeat(32));
  });

  it('are created for an assistant with both scopes it needs, and copied once with its settings', async () => {
    const created = { ...someKey({ scopes: ['search', 'read'] }), key: 'A'.repeat(32) };
    const app = signedIn({ 'GET /api/keys': { keys: [], next: null }, 'POST /api/keys': created });
    const copied: string[] = [];
    const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    const element = await shown(html`<kb-settings-page></kb-settings-page>`, app);
    const snippet = () => element.querySelector('.settings-code pre')?.textContent;
    expect(snippet()).to.contain(`"url": "${location.origin}/api/v1/mcp"`).and.contain('"Bearer ваш-ключ"');
    expect(element.textContent).not.to.contain('Скопировать настройку');
    await press(element, 'Создать ключ для помощника');
    const checked = [...element.querySelectorAll<HTMLInputElement>("[data-of='scopes'] input")];
    expect(checked.map((box) => box.checked)).to.deep.equal([true, true, false, false]);
    expect(await violations(element)).to.deep.equal([]);
    await type(element, 'key-name', 'Редактор кода');
    await press(element, 'Создать ключ');
    const { body } = app.sent.find(({ endpoint }) => endpoint.startsWith('POST')) ?? {};
    expect(body).to.deep.include({ scopes: ['search', 'read'] });
    await press(element, 'Скопировать настройку');
    Reflect.deleteProperty(navigator, 'clipboard');
    const precedent = {
      url: `${location.origin}/api/v1/mcp`,
      headers: { Authorization: `Bearer ${'A'.repeat(32)}` },
    };
    expect(copied.map((text) => JSON.parse(text) as unknown)).to.deep.equal([{ mcpServers: { precedent } }]);
    expect(snippet()).to.contain('"Bearer ваш-ключ"');
    expect(await violations(element)).to.deep.equal([]);
    // Copied with the settings it is copied: nothing more is asked.
    await press(element, 'Готово');
    expect(element.querySelector('kb-new-key')).to.equal(null);
    chooseLanguage('en');
    await settled();
    expect(snippet()).to.contain('"Bearer your-key"');
    expect(element.textContent).to.contain('Create a key for an assistant');
  });

  it('offer no settings of an assistant with a key that it could not use', async () => {
    const created = { ...someKey(), key: 'A'.repeat(32) };
    const app = signedIn({ 'GET /api/keys': { keys: [], next: null }, 'POST /api/keys': created });
    const element = await shown(html`<kb-keys></kb-keys>`, app);
    await press(element, 'Новый ключ');
    await type(element, 'key-name', 'Виджет на сайте');
    await press(element, 'Создать ключ');
    expect(element.textContent).to.contain('A'.repeat(32));
    expect(element.textContent).not.to.contain('Скопировать настройку');
  });

  it('are revoked after a question, and the row disappears', async () => {
    const app = signedIn({ 'GET /api/keys': { keys: [someKey()], next: null }, 'DELETE /api/keys/k1': null });
    const element = await shown(html`<kb-keys></kb-keys>`, app);
    const menu = element.querySelector('wa-dropdown');
    menu?.dispatchEvent(new CustomEvent('wa-select', { detail: { item: { value: 'revoke' } } }));
    await settled();
    const dialog = element.querySelector('kb-dialog') ?? element;
    expect(dialog.textContent).to.contain('сразу получат отказ');
    expect(await violations(element)).to.deep.equal([]);
    await press(dialog, 'Отозвать');
    expect(app.said).to.deep.equal(['Ключ отозван']);
    expect(element.querySelector('tbody tr')).to.equal(null);
  });

  it('are renamed', async () => {
    const renamed = someKey({ name: 'Магазин' });
    const app = signedIn({ 'GET /api/keys': { keys: [someKey()], next: null }, 'PATCH /api/keys/k1': renamed });
    const element = await shown(html`<kb-keys></kb-keys>`, app);
    const select = new CustomEvent('wa-select', { detail: { item: { value: 'rename' } } });
    element.querySelector('wa-dropdown')?.dispatchEvent(select);
    await settled();
    await type(element, 'key-name', 'Магазин');
    await press(element, 'Сохранить');
    expect(element.querySelector('tbody th')?.textContent).to.equal('Магазин');
  });

  it('say that they did not load', async () => {
    const app = signedIn({ 'GET /api/keys': new ApiError(500, 'Internal error') });
    const element = await shown(html`<kb-keys></kb-keys>`, app);
    expect(element.textContent).to.contain('Ключи не загрузились');
    expect(await violations(element)).to.deep.equal([]);
  });
});

describe('The password of the settings', () => {
  const wrong = new ApiError(403, 'The current password is wrong', { code: 'wrong-password' });

  it('is changed, and this session goes on with the new token', async () => {
    const app = signedIn({ 'PUT /api/me/password': { access_token: 'new', token_type: 'bearer' } });
    const element = await shown(html`<kb-password></kb-password>`, app);
    expect(await violations(element)).to.deep.equal([]);
    await type(element, 'current', 'the one until now');
    await type(element, 'chosen', 'the one from now on');
    await press(element, 'Сменить пароль');
    expect(app.sent[0]?.body).to.deep.equal({ current: 'the one until now', new: 'the one from now on' });
    expect(app.session.token.get()).to.equal('new');
    expect(app.said).to.deep.equal(['Пароль сменён']);
    const values = [...element.querySelectorAll<HTMLElement & { value: string }>('wa-input')].map(({ value }) => value);
    expect(values).to.deep.equal(['', '']);
  });

  it('says at its field what is wrong, and the session stays', async () => {
    const app = signedIn({ 'PUT /api/me/password': wrong });
    const element = await shown(html`<kb-password></kb-password>`, app);
    await press(element, 'Сменить пароль');
    expect(element.textContent).to.contain('Введите текущий пароль');
    expect(app.sent).to.deep.equal([]);
    await type(element, 'current', 'not this one');
    await type(element, 'chosen', 'the one from now on');
    await press(element, 'Сменить пароль');
    expect(element.querySelector("wa-input[name='current']")?.textContent).to.contain('Текущий пароль не подошёл');
    expect(app.session.token.get()).to.equal('old');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('is not needed to end all other sessions', async () => {
    const app = signedIn({ 'POST /api/me/sign-out-everywhere': { access_token: 'new', token_type: 'bearer' } });
    const element = await shown(html`<kb-sign-out-everywhere></kb-sign-out-everywhere>`, app);
    await press(element, 'Выйти на остальных устройствах');
    const dialog = element.querySelector('kb-dialog') ?? element;
    expect(await violations(element)).to.deep.equal([]);
    await press(dialog, 'Выйти на остальных устройствах');
    expect(app.session.token.get()).to.equal('new');
    expect(element.querySelector('kb-dialog')?.open).to.equal(false);
  });
});
