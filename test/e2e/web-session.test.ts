import test from 'ava';
import type { Page } from 'playwright-core';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { eventually, setOnline } from '../support/browser/eventually.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { choose, csvFile, goodRow } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, type WebTexts, webTexts } from '../support/web-texts.ts';

// A service of its own: elsewhere others fail to log in at the same time, from the same address.
const web = webFor(test, () => Promise.resolve({}));

const signIn = async (page: Page, say: WebTexts, email: string) => {
  await page.getByLabel(say.email).fill(email);
  await page.getByLabel(say.password, { exact: true }).fill('long enough by far');
  await page.getByLabel(say.password, { exact: true }).press('Enter');
};

/** The next request to a path carries a token that the service no longer knows: what a session that has run out looks like. */
const endSessionAt = (page: Page, path: string) =>
  page.route(
    path,
    (route) => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer run out' } }),
    { times: 1 },
  );

const prepared = async () => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user);
  const tickets = [1, 2].map((each) => goodTicket(each, `печать номер ${each}`));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return { user, id };
};

for (const language of webLanguages('en')) {
  const say = webTexts[language];

  test.serial(
    `who is not signed in comes to the login, and from there to where they were going, in ${language}`,
    async (t) => {
      const { user } = await prepared();
      const { page } = await web.visit(t, { language });
      await page.goto('/settings');
      await page.getByRole('heading', { name: say.signIn }).waitFor();
      t.is(new URL(page.url()).pathname, '/login');
      await signIn(page, say, user.email);
      await page.getByRole('heading', { name: say.settings, level: 1 }).waitFor();
      t.is(new URL(page.url()).pathname, '/settings');
    },
  );

  test.serial(
    `a session that ends during a search leads to the login and back to the query, in ${language}`,
    async (t) => {
      const { user, id } = await prepared();
      const { page } = await web.visitAs(t, user, { language });
      await page.goto(`/collections/${id}`);
      await endSessionAt(page, '**/api/answers');
      const query = page.getByRole('textbox', { name: say.query });
      await query.fill('печать номер 1');
      await query.press('Enter');
      await page.getByRole('alert').getByText(say.sessionOver).waitFor();
      t.is(new URL(page.url()).hash, '', 'the query stands in no address of another page');
      await isSound(t, page, 'sign-in after the session has ended');
      await signIn(page, say, user.email);
      await page.getByRole('article').first().waitFor();
      t.is(new URL(page.url()).pathname, `/collections/${id}`);
      t.is(new URL(page.url()).hash, `#q=${encodeURIComponent('печать номер 1')}`);
      t.is(await page.getByRole('textbox', { name: say.query }).inputValue(), 'печать номер 1');
    },
  );

  test.serial(`a session that ends during an upload leads back to the upload, in ${language}`, async (t) => {
    const { user, id } = await prepared();
    const { page } = await web.visitAs(t, user, { language });
    await page.goto(`/collections/${id}/upload`);
    await page.getByText(say.drop).waitFor();
    await choose(
      page,
      csvFile(
        'связь.csv',
        [3, 4, 5].map((each) => goodRow(each, `связь ${each}`)),
      ),
    );
    await endSessionAt(page, '**/tickets/upload');
    await page.getByRole('button', { name: say.send(3) }).click();
    await page.getByRole('alert').getByText(say.sessionOver).waitFor();
    await signIn(page, say, user.email);
    await page.getByText(say.drop).waitFor();
    t.is(new URL(page.url()).pathname, `/collections/${id}/upload`);
  });

  test.serial(
    `a correction outlives the way out by the logo, a reload and the end of the session, in ${language}`,
    async (t) => {
      const { user, id } = await prepared();
      const { page } = await web.visitAs(t, user, { language });
      const field = page.locator('#edit-solution');
      const typed = 'Очередь печати очищаем так: останавливаем службу, удаляем задания и запускаем её снова. '.repeat(
        2,
      );
      const isKept = async (when: string) => t.is(await field.inputValue(), typed, when);
      const toTicket = () => page.locator(`tr[data-id] a[href$='/tickets/${goodTicket(1, '').ticket_id}']`).click();
      await page.goto(`/collections/${id}/tickets`);
      await toTicket();
      await page.locator('.drawer-foot wa-button').first().click();
      await field.fill(typed);
      await page.locator('kb-top-bar a[href="/"]').first().click();
      await page.getByRole('heading', { name: say.collections, level: 1 }).waitFor();
      await page.goto(`/collections/${id}/tickets`);
      await page.locator('.tickets-draft').waitFor();
      await isSound(t, page, 'a list with a draft');
      await toTicket();
      await isKept('after the way out by the logo and a reload of the list');
      await page.reload();
      await isKept('after a reload of the ticket');
      await endSessionAt(page, '**/tickets/*');
      await field.press('Control+Enter');
      await page.getByRole('alert').getByText(say.sessionOver).waitFor();
      await signIn(page, say, user.email);
      await isKept('after signing in again');
      await field.press('Control+Enter');
      await page.locator('.drawer-strip').waitFor();
      t.is(await page.locator('.tickets-draft').count(), 0);
    },
  );

  test.serial(
    `a correction waits in its tab while its account signs out in another one, and is asked for in its own, in ${language}`,
    async (t) => {
      const { user, id } = await prepared();
      const { page } = await web.visitAs(t, user, { language });
      const typed = 'Очередь печати очищаем и запускаем службу снова. '.repeat(4);
      await page.goto(`/collections/${id}/tickets/${goodTicket(1, '').ticket_id}`);
      await page.locator('.drawer-foot wa-button').first().click();
      await page.locator('#edit-solution').fill(typed);
      const other = await page.context().newPage();
      await other.goto('/settings');
      const signOutOf = async (tab: Page) => {
        await tab.locator('button.account').click();
        await tab.locator('wa-dropdown-item[value=sign-out]').click();
      };
      await signOutOf(other);
      await other.waitForURL('**/login');
      await page.waitForURL('**/login');
      await page
        .locator('.notice')
        .getByText(String(goodTicket(1, '').ticket_id))
        .waitFor();
      await isSound(t, page, 'sign-in while a draft waits');
      t.false(await page.evaluate(`JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes('Очередь')`));
      await signIn(page, say, user.email);
      await page.locator('#edit-solution').waitFor();
      t.is(await page.locator('#edit-solution').inputValue(), typed);
      await signOutOf(page);
      await page.locator('kb-sign-out-question dialog[open]').waitFor();
      await isSound(t, page, 'the question before a sign-out');
      await page.locator('kb-sign-out-question wa-button[variant=danger]').click();
      await page.waitForURL('**/login');
      t.is(await page.locator('.notice').count(), 0);
    },
  );

  test.serial(
    `a search in a collection that was deleted elsewhere says so and leads to the list, in ${language}`,
    async (t) => {
      const { user, id } = await prepared();
      const { page } = await web.visitAs(t, user, { language });
      await page.goto(`/collections/${id}`);
      const query = page.getByRole('textbox', { name: say.query });
      await query.fill('печать номер 1');
      await call(web.url(), `DELETE /api/collections/${id}`, { credential: user.token });
      await query.press('Enter');
      await page.getByRole('heading', { name: say.gone }).waitFor();
      await isSound(t, page, 'a collection deleted elsewhere');
      await page.getByRole('link', { name: say.toCollections }).last().click();
      await page.getByRole('heading', { name: say.start }).waitFor();
    },
  );
}

test.serial('pages open and close without a connection once the first one has been shown', async (t) => {
  const { user, id } = await prepared();
  const { page } = await web.visitAs(t, user);
  const say = webTexts.ru;
  await page.goto('/');
  await page.getByRole('heading', { name: say.collections, level: 1 }).waitFor();
  // The other pages are loaded when the browser is idle; defined means that whatever they import has come too.
  for (const element of ['kb-collection-page', 'kb-upload-page'])
    t.true(await eventually(page, `customElements.get('${element}') !== undefined`, true), element);
  await setOnline(page, false);
  await page.locator(`tbody a[href='/collections/${id}']`).first().click();
  await page.getByRole('heading', { name: say.hello }).waitFor();
  await page.getByRole('link', { name: say.upload, exact: true }).click();
  await page.getByText(say.drop).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: say.hello }).waitFor();
  t.is(new URL(page.url()).pathname, `/collections/${id}`);
});
