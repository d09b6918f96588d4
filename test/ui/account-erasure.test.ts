import { expect } from 'chai';
import { html } from 'lit';
import type { AccountErasure } from '../../ui/api/account-erasures.ts';
import type { ApiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { deletedAccount, forgetDeleted, rememberDeleted, shownErasure } from '../../ui/deleted-account.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import '../../ui/pages/erasures/kb-account-erasure-page.ts';
import { appWith, press, settled, shown, someUser, stoppedTime, violations } from './support.ts';
import { text } from './tickets-service.ts';

const ticket = { id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924', token: 'only_once-Az09' };
const marks = { sha256: 'ab'.repeat(32), signature: 'cd'.repeat(32) };
const at = '2026-11-20T10:00:21.000Z';

type Step = AccountErasure['steps'][number];
const step = (name: Step['step'], state: Step['state'], found = {}, reason: string | null = null): Step => ({
  ...{ step: name, state, found, reason, at: state === 'verified' ? at : null },
});

const verified = [
  step('closed', 'verified', { accounts: 0, keys: 0, collections: 0, uploads: 0 }),
  step('event_log', 'verified', { events: 1_234, left: 0, held: 0 }),
  step('read_models', 'verified', { rows: 0, on_disk: 0 }),
];
const files = step('files', 'verified', { files: 4, bytes: 9, events: 3, pieces: 12, left: 0 });
const backups = step('backups', 'outside');

const erasure = (state: AccountErasure['state'], ...steps: readonly Step[]): AccountErasure => ({
  ...{ id: ticket.id, state, user_id: someUser.id, collections: 2, tickets: 3, steps: [...steps, backups] },
  ...{ requested_at: '2026-11-20T10:00:00.000Z', shown_until: '2027-02-18T10:00:00.000Z' },
  proven_at: state === 'proven' ? at : null,
});
const proven = erasure('proven', ...verified, files);

type Sent = { readonly endpoint: string; readonly token: string | undefined };

/** The page of a receipt in a browser, by its own deletion or by a link, with the service's answers. */
const opened = async (answer: () => AccountErasure | ApiError, { fragment = '', signedIn = false } = {}) => {
  const asked: Sent[] = [];
  const send: ApiClient['send'] = (endpoint, { headers } = {}) => {
    asked.push({ endpoint, token: headers?.['Erasure-Token'] });
    const found = answer();
    if (found instanceof ApiError) return Promise.reject(found);
    return Promise.resolve(new Response(JSON.stringify(endpoint.endsWith('/receipt') ? marks : found)));
  };
  const app = appWith({ send });
  app.router.location.set({ path: '/account-erasure', fragment });
  if (signedIn) app.session.token.set('token');
  const page = await shown(html`<kb-account-erasure-page></kb-account-erasure-page>`, app);
  await settled();
  return { page, app, asked };
};

const badge = (page: Element) => text(page.querySelector('.erasure-badge'));
const buttons = (page: Element) => [...page.querySelectorAll('.erasure-tools wa-button')].map(text);

describe('The receipt of an account', () => {
  afterEach(() => {
    chooseLanguage('ru');
    forgetDeleted();
  });

  it('says what was looked at, with its fingerprint and until when it opens; is accessible', async () => {
    rememberDeleted(ticket);
    const { page, asked } = await opened(() => proven);
    expect(text(page.querySelector('h1'))).to.equal('Справка об удалении аккаунта');
    expect(badge(page)).to.equal('Удалено и проверено');
    for (const part of [
      'При удалении в нём значилось: 2 коллекции, 3 обращения',
      someUser.id,
      'Аккаунта, ключей, коллекций и идущих загрузок не найдено',
      'Прочитан весь журнал, 1 234 события: от аккаунта в нём только отметки об удалении',
      'искали отрывков: 12, осталось 0',
      'копии старше 20 ноября 2026 удаляет администратор',
      'до 18 февраля 2027',
      ...Object.values(marks),
    ])
      expect(text(page)).to.contain(part);
    expect(buttons(page)).to.deep.equal(['Скачать JSON', 'Печать']);
    expect(asked).to.deep.equal([
      { endpoint: `GET /api/account-erasures/${ticket.id}`, token: ticket.token },
      { endpoint: `GET /api/account-erasures/${ticket.id}/receipt`, token: ticket.token },
    ]);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('never says more than was verified, and is downloaded once all is', async () => {
    rememberDeleted(ticket);
    const reason = 'what was begun before the deletion, for some seconds';
    const running = erasure('running', step('closed', 'running', {}, reason), step('event_log', 'waiting'));
    const { page } = await opened(() => running);
    expect(badge(page)).to.equal('Удаляется, 0 из 2 шагов');
    expect(text(page)).to.contain('Несколько секунд ждём, пока закончится начатое раньше');
    expect(text(page)).to.contain('Проверено ещё не всё');
    for (const more of ['Удалено из журнала', 'не найдено', ...Object.values(marks)])
      expect(text(page)).to.not.contain(more);
    expect(buttons(page)).to.deep.equal(['Печать']);
    expect(await violations(page)).to.deep.equal([]);
    const waits = [...verified, step('log_disk', 'waiting'), step('files', 'waiting')];
    const waiting = await opened(() => erasure('waiting', ...waits));
    expect(badge(waiting.page)).to.equal('Ждём очистки сервера журнала');
    const left = '3 pieces of the texts are left in files: the operator of the service has to remove them';
    const held = await opened(() => erasure('held_back', ...verified, step('files', 'failed', {}, left)));
    expect(badge(held.page)).to.equal('Не подтверждено, тексты остались в файлах');
    expect(text(held.page)).to.contain('Отрывков текста в файлах: 3. Их убирает администратор сервиса');
    const unsearched = step('files', 'verified', { ...files.found, pieces: 0 });
    const other = await opened(() => erasure('proven', ...verified, unsearched));
    expect(text(other.page)).to.contain('по тексту не искали');
    expect(text(other.page)).to.not.contain('искали отрывков');
  });

  it('is looked at again while it runs, and says that it has ended', async () => {
    rememberDeleted(ticket);
    const pass = stoppedTime();
    const answers = [erasure('running', step('closed', 'running'))];
    const { page } = await opened(() => answers.shift() ?? proven);
    pass(3);
    await settled();
    expect(badge(page)).to.equal('Удалено и проверено');
    expect(text(page.querySelector('[role=status].visually-hidden'))).to.equal('Удаление завершено и проверено');
  });

  it('opens by its link, whose token leaves the address and stays in the tab alone', async () => {
    const { page, app, asked } = await opened(() => proven, { fragment: `${ticket.id}.${ticket.token}` });
    expect(app.visited).to.deep.equal(['/account-erasure']);
    expect(asked[0]?.token).to.equal(ticket.token);
    expect(badge(page)).to.equal('Удалено и проверено');
    expect(deletedAccount()).to.equal(undefined);
    expect(shownErasure()).to.deep.equal(ticket);
    expect(text(page)).to.not.contain('Забыть в этом браузере');
  });

  it('is forgotten on demand, and stays open', async () => {
    rememberDeleted(ticket);
    const { page, app } = await opened(() => proven);
    await press(page, 'Забыть в этом браузере');
    expect(deletedAccount()).to.equal(undefined);
    expect(app.said.at(-1)).to.contain('ссылка откроет');
    expect(text(page)).to.contain('Скопировать ссылку');
    expect(text(page)).to.not.contain('Забыть в этом браузере');
  });

  it('is said not to be here without its token, with another, or when its time is over; a failed look can be repeated', async () => {
    const none = await opened(() => proven);
    expect(text(none.page.querySelector('h1'))).to.equal('Справки здесь нет');
    expect(none.asked).to.deep.equal([]);
    expect(none.page.querySelector('.erasure-tools a')?.getAttribute('href')).to.equal('/login');
    expect(await violations(none.page)).to.deep.equal([]);
    rememberDeleted(ticket);
    const failures = [new ApiError(500, 'Internal error')];
    const failed = await opened(() => failures.shift() ?? new ApiError(404, 'Erasure not found'));
    expect(text(failed.page)).to.contain('Справка не загрузилась');
    await press(failed.page, 'Повторить');
    await settled();
    expect(text(failed.page.querySelector('h1'))).to.equal('Справки здесь нет');
    expect(shownErasure()).to.equal(undefined);
  });

  it('leads a user who is signed in to the collections, in English too', async () => {
    rememberDeleted(ticket);
    chooseLanguage('en');
    const { page } = await opened(() => proven, { signedIn: true });
    expect(text(page.querySelector('h1'))).to.equal('Receipt of the deletion of an account');
    expect(text(page.querySelector('.erasure-tools a'))).to.equal('To the collections');
    expect(text(page)).to.contain('The whole log was read, 1,234 events');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Русский');
    expect(text(page.querySelector('h1'))).to.equal('Справка об удалении аккаунта');
  });
});
