import { randomUUID } from 'node:crypto';
import test from 'ava';
import { isSound } from '../support/browser/inspect-page.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, webTexts } from '../support/web-texts.ts';

const web = webFor(test);

const texts = {
  ru: {
    ...{ question: 'Откуда обращения?', examples: 'Попробовать на примерах', send: /^Отправить \d+/ },
    ...{ added: /^Добавлено \d+ обращени/, drop: 'Перетащите выгрузку Zendesk', file: 'примеры.json' },
  },
  en: {
    ...{ question: 'Where do the tickets come from?', examples: 'Try it with example tickets', send: /^Send \d+/ },
    ...{ added: /^\d+ tickets added$/, drop: 'Drop an export of Zendesk', file: 'examples.json' },
  },
};

for (const language of webLanguages('ru')) {
  const say = { ...webTexts[language], ...texts[language] };

  test(`a new account is asked at once where its tickets come from, and tries the examples in four clicks, in ${language}`, async (t) => {
    const { page } = await web.visit(t, { language });
    await page.goto('/register');
    await page.getByLabel(say.email).fill(`${randomUUID()}@example.com`);
    await page.getByLabel(say.password, { exact: true }).fill('long enough by far');
    await page.getByRole('button', { name: say.createAccount }).click();
    const choice = page.getByRole('group', { name: say.question });
    await choice.waitFor();
    t.is(new URL(page.url()).pathname, '/');
    await choice.getByRole('radio', { name: 'Zendesk' }).check();
    await page.getByText(say.drop).waitFor();
    await isSound(t, page, 'the first visit, a desk chosen');
    await page.getByRole('button', { name: say.examples }).click();
    await page.getByRole('heading', { name: say.file }).waitFor();
    t.regex(page.url(), /\/collections\/[0-9a-f-]{36}\/upload$/);
    await page.getByRole('button', { name: say.send }).click();
    await page.getByRole('heading', { name: say.added }).waitFor();
    await page.getByRole('link', { name: say.toSearch }).click();
    await page.getByRole('textbox', { name: say.query }).fill('Деньги за один заказ сняли два раза, что делать?');
    await page.getByRole('textbox', { name: say.query }).press('Enter');
    await page.getByRole('article', { name: say.number(1010) }).waitFor();
  });
}
