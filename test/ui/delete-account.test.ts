import { expect } from 'chai';
import { html } from 'lit';
import type { ApiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { deletedAccount, forgetDeleted, rememberDeleted } from '../../ui/deleted-account.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import '../../ui/pages/login/kb-sign-in-page.ts';
import '../../ui/pages/settings/kb-delete-account.ts';
import { type AppUnderTest, appWith, fill, press, settled, shown, someUsage, someUser, violations } from './support.ts';

const button = html`<kb-delete-account email=${someUser.email}></kb-delete-account>`;
const ticket = { id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924', token: 'only once' };

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

  it('ends the session, remembers what shows the erasure, and leads to its receipt', async () => {
    const { app, asked } = served(() => json({ state: 'running', ...ticket }));
    const element = await opened(app);
    fill(element, '#delete-confirm', someUser.email);
    fill(element, '#delete-password', 'long enough by far');
    await settled();
    await press(element, 'Удалить навсегда');
    expect(asked.map(({ endpoint, body }) => [endpoint, body])).to.deep.equal([
      ['DELETE /api/me', { password: 'long enough by far' }],
    ]);
    expect(app.session.token.get()).to.equal(undefined);
    expect(app.visited).to.deep.equal(['/account-erasure']);
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
  afterEach(() => forgetDeleted());

  const signIn = html`<kb-sign-in-page></kb-sign-in-page>`;
  const link = (element: Element) => element.querySelector('a[href="/account-erasure"]');

  it('says nothing of it without one', async () => {
    expect(link(await shown(signIn))).to.equal(null);
  });

  it('leads to the receipt; is accessible', async () => {
    rememberDeleted(ticket);
    const element = await shown(signIn);
    expect(link(element)?.textContent).to.equal('Справка об удалении');
    expect(element.textContent).to.contain('Аккаунт удалён');
    expect(await violations(element)).to.deep.equal([]);
  });
});
