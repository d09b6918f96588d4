import { readFileSync } from 'node:fs';
import test from 'ava';
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
    ...{ proven: 'Все данные стёрты, это проверено.', download: 'Скачать справку', dismiss: 'Убрать' },
  },
  en: {
    ...{ open: 'Delete account', goes: /2\stickets in 1\scollection/, password: 'Current password' },
    ...{
      email: 'Type the email of the account to confirm',
      erase: 'Delete for good',
      deleted: 'The account was deleted',
    },
    ...{
      proven: 'All of its data is erased, and this was verified.',
      download: 'Download the receipt',
      dismiss: 'Put away',
    },
  },
};

for (const language of webLanguages('en')) {
  const say = { ...webTexts[language], deletion: texts[language] };
  const { deletion } = say;

  test.serial(
    `an account is deleted in the settings, and the sign-in page has the receipt, in ${language}`,
    async (t) => {
      const user = await newUser(web.url());
      const collection = await newCollection(web.url(), user);
      const body = { tickets: [goodTicket(1), goodTicket(2)] };
      await call(web.url(), `POST /api/collections/${collection}/tickets`, { credential: user.token, body });
      const { page } = await web.visitAs(t, user, { language });
      await page.goto('/settings');
      await page.getByRole('button', { name: deletion.open, exact: true }).click();
      // The settings have another field for the password.
      const form = page.locator('kb-delete-account');
      await form.getByText(deletion.goes).waitFor();
      await isSound(t, page, 'the dialog before an account is deleted');
      await form.getByLabel(deletion.password, { exact: true }).fill(userPassword);
      await form.getByLabel(deletion.email).fill(user.email);
      await page.getByRole('button', { name: deletion.erase }).click();

      await page.getByText(deletion.deleted).waitFor();
      t.is(new URL(page.url()).pathname, '/login');
      t.is((await call(web.url(), 'GET /api/me', { credential: user.token })).status, 401);
      await page.getByText(deletion.proven).waitFor({ timeout: 120_000 });
      await isSound(t, page, 'the sign-in page after a deletion');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: deletion.download }).click();
      const receipt = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as object;
      t.like(receipt, { state: 'proven', user_id: user.id, collections: 1, tickets: 2 });
      const other = await newUser(web.url());
      const check = await call(web.url(), 'POST /api/receipts/check', { credential: other.token, body: receipt });
      t.deepEqual(check.body, { whole: true, signed: true });

      await page.getByRole('button', { name: deletion.dismiss }).click();
      await page.getByText(deletion.deleted).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { name: say.signIn }).waitFor();
      t.is(await page.getByText(deletion.deleted).count(), 0);
    },
  );
}
