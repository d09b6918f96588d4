import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser, userPassword } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, webTexts } from '../support/web-texts.ts';

// A service of its own: elsewhere others fail to log in at the same time, from the same address.
const web = webFor(test, () => Promise.resolve({}));

const texts = {
  ru: {
    ...{ open: 'Удалить аккаунт', goes: /2\sобращения: 1\sколлекция/, password: 'Текущий пароль' },
    ...{ email: 'Введите почту аккаунта, чтобы подтвердить', erase: 'Удалить навсегда', deleted: 'Аккаунт удалён' },
    ...{ heading: 'Справка об удалении аккаунта', proven: 'Удалено и проверено', download: 'Скачать JSON' },
    ...{ copyLink: 'Скопировать ссылку на справку', forget: 'Забыть в этом браузере', receipt: 'Справка об удалении' },
    ...{ missing: 'Справки здесь нет', toSignIn: 'Ко входу' },
  },
  en: {
    ...{ open: 'Delete account', goes: /2\stickets in 1\scollection/, password: 'Current password' },
    ...{
      email: 'Type the email of the account to confirm',
      erase: 'Delete for good',
      deleted: 'The account was deleted',
    },
    ...{ heading: 'Receipt of the deletion of an account', proven: 'Deleted and verified', download: 'Download JSON' },
    ...{
      copyLink: 'Copy the link to the receipt',
      forget: 'Forget in this browser',
      receipt: 'Receipt of the deletion',
    },
    ...{ missing: 'There is no receipt here', toSignIn: 'To the sign-in' },
  },
};

/** Another browser opens the link; what shows the receipt is neither in its address any more, nor in any address or referrer that is sent. */
const opensElsewhere = async (t: ExecutionContext, link: string, language: 'ru' | 'en') => {
  const [, token = ''] = /#[0-9a-f-]{36}\.([\w-]+)$/.exec(link) ?? [];
  t.true(token.length >= 32, link);
  const { page } = await web.visit(t, { language });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
  await page.goto(link);
  for (const times of ['first', 'again']) {
    await page.getByText(texts[language].proven, { exact: true }).waitFor();
    t.is(page.url(), `${web.url()}/account-erasure`, times);
    await page.reload();
  }
  t.is(await page.getByRole('button', { name: texts[language].forget }).count(), 0);
  t.true(sent.some((address) => address.includes('/api/account-erasures/')));
  t.false(sent.some((address) => address.includes(token) || address.includes('#')));
};

for (const language of webLanguages('en')) {
  const say = { ...webTexts[language], ...texts[language], deletion: texts[language] };
  const { deletion } = say;

  test.serial(
    `an account is deleted in the settings, and its receipt is a page that its token alone opens, in ${language}`,
    async (t) => {
      const user = await newUser(web.url());
      const collection = await newCollection(web.url(), user);
      const body = { tickets: [goodTicket(1), goodTicket(2)] };
      await call(web.url(), `POST /api/collections/${collection}/tickets`, { credential: user.token, body });
      const { page, context } = await web.visitAs(t, user, { language });
      await page.goto('/settings');
      await page.getByRole('button', { name: deletion.open, exact: true }).click();
      // The settings have another field for the password.
      const form = page.locator('kb-delete-account');
      await form.getByText(deletion.goes).waitFor();
      await isSound(t, page, 'the dialog before an account is deleted');
      await form.getByLabel(deletion.password, { exact: true }).fill(userPassword);
      await form.getByLabel(deletion.email).fill(user.email);
      await page.getByRole('button', { name: deletion.erase }).click();

      await page.getByRole('heading', { name: deletion.heading }).waitFor();
      t.is(new URL(page.url()).pathname, '/account-erasure');
      t.is((await call(web.url(), 'GET /api/me', { credential: user.token })).status, 401);
      await page.getByText(deletion.proven, { exact: true }).waitFor({ timeout: 120_000 });
      await isSound(t, page, 'the receipt of an account');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: deletion.download }).click();
      const receipt = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as object;
      t.like(receipt, { state: 'proven', user_id: user.id, collections: 1, tickets: 2 });
      const other = await newUser(web.url());
      const check = await call(web.url(), 'POST /api/receipts/check', { credential: other.token, body: receipt });
      t.deepEqual(check.body, { whole: true, signed: true });

      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: deletion.copyLink }).focus();
      await page.keyboard.press('Enter');
      await page.locator('kb-toast').getByText(/./).first().waitFor();
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      await opensElsewhere(t, link, language);

      await page.getByRole('link', { name: say.toSignIn }).click();
      await page.getByText(deletion.deleted).waitFor();
      await isSound(t, page, 'the sign-in page after a deletion');
      await page.getByRole('link', { name: deletion.receipt }).click();
      await page.getByRole('button', { name: deletion.forget }).click();
      await page.reload();
      await page.getByRole('heading', { name: deletion.missing }).waitFor();
      await page.goto('/login');
      await page.getByRole('heading', { name: say.signIn }).waitFor();
      t.is(await page.getByText(deletion.deleted).count(), 0);
    },
  );
}
