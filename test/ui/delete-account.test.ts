import { expect } from 'chai';
import { html } from 'lit';
import type { ApiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { deletedAccount, forgetDeleted, rememberDeleted } from '../../ui/deleted-account.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import '../../ui/pages/login/kb-deleted-account.ts';
import '../../ui/pages/login/kb-sign-in-page.ts';
import '../../ui/pages/settings/kb-delete-account.ts';
import { type AppUnderTest, appWith, fill, press, settled, shown, someUsage, someUser, violations } from './support.ts';

const button = html`<kb-delete-account email=${someUser.email}></kb-delete-account>`;
const ticket = { id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924', token: 'only once' };

const step = (name: string, state: string) => ({ step: name, state, at: null, found: {}, reason: null });
const erasure = (state: string, ...steps: readonly object[]) => ({
  ...{ id: ticket.id, state, user_id: someUser.id, collections: 2, tickets: 3, steps },
  ...{ requested_at: '2026-11-20T10:00:00.000Z', proven_at: null, shown_until: '2027-02-18T10:00:00.000Z' },
});
const running = erasure(
  'running',
  step('closed', 'verified'),
  step('event_log', 'running'),
  step('backups', 'outside'),
);

const json = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));

type Sent = { readonly endpoint: string; readonly body: unknown; readonly token: string | undefined };

/** The service, whose answers to deletions and looks are those of the test. */
const served = (answer: (sent: Sent) => Promise<Response>) => {
  const asked: Sent[] = [];
  const send: ApiClient['send'] = (endpoint, { body, headers } = {}) => {
    const sent = { endpoint, body, token: headers?.['Erasure-Token'] };
    asked.push(sent);
    return answer(sent);
  };
  const app = appWith({ send });
  app.usage.set({ ...someUsage(), tickets: 12_345, collections: 4 });
  app.session.token.set('token');
  return { app, asked };
};

const opened = async (app: AppUnderTest) => {
  const element = await shown(button, app);
  await press(element, 'Удалить аккаунт');
  return element;
};

const isDisabled = (element: Element) =>
  element.querySelector('wa-button[variant=danger][slot=actions]')?.hasAttribute('disabled');

describe('Deleting the account', () => {
  afterEach(() => {
    chooseLanguage('ru');
    forgetDeleted();
  });

  it('says in numbers what goes, and wants the password and the email typed; is accessible', async () => {
    const { app, asked } = served(() => json({}));
    const element = await opened(app);
    const text = element.textContent.replaceAll(/\s+/g, ' ');
    expect(element.querySelector('kb-dialog')?.heading).to.equal('Удалить аккаунт навсегда?');
    expect(text).to.match(/12 345 обращений: 4 коллекции/);
    expect(await violations(element)).to.deep.equal([]);
    expect(isDisabled(element)).to.equal(true);
    fill(element, '#delete-confirm', 'another@example.com');
    await settled();
    expect(isDisabled(element)).to.equal(true);
    fill(element, '#delete-confirm', ` ${someUser.email.toUpperCase()} `);
    await settled();
    expect(isDisabled(element)).to.equal(false);
    await press(element, 'Удалить навсегда');
    expect(element.querySelector('.field-error')?.textContent).to.contain('Введите текущий пароль');
    expect(asked).to.deep.equal([]);
  });

  it('ends the session and remembers what shows the erasure', async () => {
    const { app, asked } = served(() => json({ ...running, ...ticket }));
    const element = await opened(app);
    fill(element, '#delete-confirm', someUser.email);
    fill(element, '#delete-password', 'long enough by far');
    await settled();
    await press(element, 'Удалить навсегда');
    expect(asked.map(({ endpoint, body }) => [endpoint, body])).to.deep.equal([
      ['DELETE /api/me', { password: 'long enough by far' }],
    ]);
    expect(app.session.token.get()).to.equal(undefined);
    expect(deletedAccount()).to.deep.equal(ticket);
  });

  it('says at its field that the password is wrong, and what else has failed', async () => {
    const refusals = [
      new ApiError(403, 'The current password is wrong', { code: 'wrong-password' }),
      new ApiError(500, 'Internal error'),
    ];
    const { app } = served(() => Promise.reject(refusals.shift() ?? new Error('No more')));
    const element = await opened(app);
    fill(element, '#delete-confirm', someUser.email);
    fill(element, '#delete-password', 'not this one');
    await settled();
    await press(element, 'Удалить навсегда');
    expect(element.querySelector('.field-error')?.textContent).to.contain('Текущий пароль не подошёл');
    await press(element, 'Удалить навсегда');
    expect(element.querySelector('kb-failure')).not.to.equal(null);
    expect(app.session.token.get()).to.equal('token');
    expect(deletedAccount()).to.equal(undefined);
    expect(await violations(element)).to.deep.equal([]);
  });
});

describe('The sign-in page after a deletion', () => {
  afterEach(() => {
    chooseLanguage('ru');
    forgetDeleted();
  });

  const signIn = html`<kb-sign-in-page></kb-sign-in-page>`;

  it('says nothing of it without one', async () => {
    const element = await shown(signIn);
    expect(element.querySelector('kb-deleted-account')).to.equal(null);
  });

  it('says that the account was deleted, and each step, until it is put away; is accessible', async () => {
    rememberDeleted(ticket);
    const { app, asked } = served(() => json(running));
    const element = await shown(signIn, app);
    await settled();
    const notice = element.querySelector('kb-deleted-account') ?? element;
    const text = notice.textContent.replaceAll(/\s+/g, ' ');
    expect(text).to.contain('Аккаунт удалён');
    expect(text).to.contain('Вход, ключи и коллекции закрыты: проверено');
    expect(text).to.contain('Журнал: идёт');
    expect(text).to.contain('до 18 февраля 2027');
    expect(asked[0]).to.deep.equal({
      ...{ endpoint: `GET /api/account-erasures/${ticket.id}`, body: undefined, token: ticket.token },
    });
    expect(await violations(element)).to.deep.equal([]);
    await press(notice, 'Убрать');
    expect(notice.textContent.trim()).to.equal('');
    expect(deletedAccount()).to.equal(undefined);
  });

  it('offers the receipt once it is final, and says before that it is not', async () => {
    rememberDeleted(ticket);
    const states = ['running', 'waiting', 'proven'] as const;
    for (const state of states) {
      const { app, asked } = served(() => json(erasure(state, step('files', 'verified'))));
      const element = await shown(html`<kb-deleted-account></kb-deleted-account>`, app);
      await settled();
      const text = element.textContent.replaceAll(/\s+/g, ' ');
      const isFinal = state === 'proven';
      expect(text.includes('Справка ещё не окончательная'), state).to.equal(!isFinal);
      expect(text.includes('Скачать справку'), state).to.equal(isFinal);
      expect(text).to.contain('до 18 февраля 2027');
      if (!isFinal) continue;
      await press(element, 'Скачать справку');
      expect(asked.at(-1)?.endpoint).to.equal(`GET /api/account-erasures/${ticket.id}/receipt`);
    }
  });

  it('says that all was verified, in English too', async () => {
    rememberDeleted(ticket);
    chooseLanguage('en');
    const { app } = served(() => json(erasure('proven', step('files', 'verified'))));
    const element = await shown(html`<kb-deleted-account></kb-deleted-account>`, app);
    await settled();
    expect(element.textContent).to.contain('All of its data is erased, and this was verified.');
    expect(element.textContent.replaceAll(/\s+/g, ' ')).to.contain('Data files: verified');
  });

  it('says that the time of the receipt is over, and lets a failed look be repeated', async () => {
    rememberDeleted(ticket);
    const answers = [
      () => Promise.reject(new ApiError(500, 'Internal error')),
      () => Promise.reject(new ApiError(404, 'Erasure not found', { code: 'erasure-not-found' })),
    ];
    const { app } = served(() => answers.shift()?.() ?? json(running));
    const element = await shown(html`<kb-deleted-account></kb-deleted-account>`, app);
    await settled();
    expect(element.textContent).to.contain('Ход удаления не загрузился');
    await press(element, 'Повторить');
    await settled();
    expect(element.textContent).to.contain('срок вышел');
  });
});
