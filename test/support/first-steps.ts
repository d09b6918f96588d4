import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { choose, csvFile, goodRow } from './web-files.ts';
import { webTexts } from './web-texts.ts';

const say = webTexts.ru;

/** From nothing to a found ticket, as somebody new goes: registers, makes a collection, uploads three tickets of a file and searches. */
export const takeFirstSteps = async (page: Page): Promise<void> => {
  await page.goto('/register');
  await page.getByLabel(say.email).fill(`${randomUUID()}@example.com`);
  await page.getByLabel(say.password, { exact: true }).fill('long enough by far');
  await page.getByRole('button', { name: say.createAccount }).click();
  await page.getByRole('button', { name: say.withoutFile }).click();
  await page.waitForURL(/\/upload$/);
  await page.getByText(say.drop).waitFor();
  await choose(
    page,
    csvFile(
      'печать.csv',
      [1, 2, 3].map((id) => goodRow(id, `принтер номер ${id}`)),
    ),
  );
  await page.getByRole('button', { name: say.send(3) }).click();
  await page.getByRole('heading', { name: say.added }).waitFor();
  await page.getByRole('link', { name: say.search, exact: true }).click();
  await page.getByRole('textbox', { name: say.query }).fill('не работает принтер');
  await page.getByRole('button', { name: say.find }).click();
  await page.getByRole('article').first().waitFor();
};
