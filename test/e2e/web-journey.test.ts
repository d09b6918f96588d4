import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { call } from '../support/api.ts';
import { eventually } from '../support/browser/eventually.ts';
import { isSoundInBothThemes as isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { webFor } from '../support/web-pages.ts';
import { choose, csvFile, goodRow, xlsxFile } from '../support/web-files.ts';
import { webLanguages, webTexts, type WebTexts } from '../support/web-texts.ts';

let gateway: Gateway | undefined;
const web = webFor(test, async () => {
  gateway = await startGateway();
  return { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' };
});
test.after.always(() => gateway?.close());

type Step = { readonly t: ExecutionContext; readonly page: Page; readonly say: WebTexts };

const register = async ({ t, page, say }: Step) => {
  await page.goto('/');
  await page.getByRole('link', { name: say.toRegister }).click();
  await page.getByRole('heading', { name: say.registration }).waitFor();
  await isSound(t, page, 'registration');
  await page.getByLabel(say.email).fill(`${randomUUID()}@example.com`);
  await page.getByLabel(say.password, { exact: true }).fill('long enough by far');
  await page.getByRole('button', { name: say.createAccount }).click();
  await page.getByRole('heading', { name: say.start }).waitFor();
  await isSound(t, page, 'first visit');
};

const makeCollection = async ({ t, page, say }: Step) => {
  await page.getByRole('button', { name: say.withoutFile }).click();
  await page.waitForURL(/\/collections\/[0-9a-f-]{36}\/upload$/);
  await page.getByText(say.drop).waitFor();
  await isSound(t, page, 'upload, nothing chosen');
};

/** The template that the page offers goes in as it is. */
const uploadTemplate = async ({ t, page, say }: Step) => {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: say.template('JSON') }).click();
  const buffer = readFileSync(await (await coming).path());
  await choose(page, { name: 'tickets.json', mimeType: 'application/json', buffer });
  await page.getByText(say.willGo(say.firstCollection)).waitFor();
  t.is(await page.getByRole('heading', { name: say.remarks }).count(), 0);
  await isSound(t, page, 'preview of a template');
  await page.getByRole('button', { name: say.send(3) }).click();
  await page.getByRole('heading', { name: say.added }).waitFor();
  await isSound(t, page, 'outcome without remarks');
};

const uploadCsv = async ({ t, page, say }: Step) => {
  await page.getByRole('button', { name: say.another }).click();
  const short = ['2002', 'Оборудование', 'Сканер молчит', 'Готово.'];
  await choose(page, csvFile('сканеры.csv', [goodRow(2001, 'сканер'), goodRow(1001, 'сканер'), short]));
  await page.getByText(say.goes(say.firstCollection, say.oneTicket, say.withRemarks)).waitFor();
  await page.getByRole('heading', { name: say.remarks }).waitFor();
  await isSound(t, page, 'preview with remarks');
  await page.getByRole('button', { name: say.send(1) }).click();
  await page.getByRole('heading', { name: say.addedOne }).waitFor();
  await page.getByRole('row').filter({ hasText: say.duplicates }).getByRole('button').click();
  await page.getByRole('cell', { name: '1001' }).waitFor();
  await isSound(t, page, 'outcome with remarks');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: say.download }).click();
  const skipped = await coming;
  t.is(skipped.suggestedFilename(), say.skippedFile('сканеры'));
  t.regex(readFileSync(await skipped.path(), 'utf8'), /1001[\s\S]*2002/);
};

const uploadXlsx = async ({ page, say }: Step) => {
  await page.getByRole('button', { name: say.another }).click();
  const rows = [3001, 3002, 3003].map((id) => goodRow(id, `телефон ${id}`));
  await choose(page, xlsxFile('телефоны.xlsx', rows));
  await page.getByRole('button', { name: say.send(3) }).click();
  await page.getByRole('heading', { name: say.added }).waitFor();
};

const searchWithAnswer = async ({ t, page, say }: Step) => {
  await page.getByRole('link', { name: say.search, exact: true }).click();
  await page.getByRole('heading', { name: say.hello }).waitFor();
  await isSound(t, page, 'search, nothing asked');
  const query = 'не печатает сетевой принтер, задание висит в очереди';
  await page.getByRole('textbox', { name: say.query }).fill(query);
  await page.getByRole('button', { name: say.find }).click();
  const best = page.getByRole('article').first();
  await best.getByText(say.basis).waitFor();
  await page
    .getByRole('article', { name: say.number(1001) })
    .getByText(say.basis)
    .waitFor();
  t.is(await page.getByRole('article').count(), 5);
  t.regex((await best.locator('mark').allInnerTexts()).join(' '), /печатает.*принтер/i);
  t.is(new URL(page.url()).hash, `#q=${encodeURIComponent(query)}`);
  await isSound(t, page, 'sources and answer');
  await page.getByRole('link', { name: say.basedOn(1001) }).click();
  const focused = String.raw`document.activeElement?.getAttribute('aria-label')?.replace(/\s/, ' ')`;
  t.is(await eventually(page, focused, say.number(1001)), say.number(1001));
};

const searchWithoutAnswer = async ({ t, page, say }: Step) => {
  await page.locator('wa-switch').filter({ hasText: say.withAnswer }).click();
  await page.getByRole('textbox', { name: say.query }).fill('сканер не работает');
  await page.getByRole('textbox', { name: say.query }).press('Enter');
  await page.getByRole('article', { name: say.number(2001) }).waitFor();
  t.is(await page.getByRole('region', { name: say.answer, exact: true }).count(), 0);
  await page.getByRole('heading', { name: say.recent }).waitFor();
  await isSound(t, page, 'sources alone, recent queries');
  t.false(gateway?.chat.requests.some(({ body }) => JSON.stringify(body).includes('сканер не работает')));
};

const openEarlier = async ({ t, page, say }: Step) => {
  await page.getByRole('link', { name: say.upload, exact: true }).click();
  await page.getByRole('button', { name: say.another }).click();
  await page.getByRole('heading', { name: say.earlier }).waitFor();
  await isSound(t, page, 'earlier uploads');
  await page.getByRole('link', { name: 'сканеры.csv' }).click();
  await page.getByRole('heading', { name: say.addedOne }).waitFor();
  await isSound(t, page, 'an earlier upload');
  await page.getByRole('link', { name: say.toUpload }).click();
  await page.getByText(say.drop).waitFor();
};

const rotate = async ({ t, page, say }: Step) => {
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: say.settings, level: 1 }).waitFor();
  await page.getByRole('button', { name: say.show, exact: true }).click();
  const key = () => page.locator('kb-api-key code').innerText();
  const before = await key();
  await isSound(t, page, 'settings');
  await page.getByRole('button', { name: say.rotate }).click();
  await page.locator('kb-dialog[open]').getByRole('button', { name: say.rotate }).waitFor();
  await isSound(t, page, 'question before the key is rotated');
  await page.locator('kb-dialog[open]').getByRole('button', { name: say.rotate }).click();
  await page.getByText(say.rotated).waitFor();
  const credential = (await key()).trim();
  t.not(credential, before.trim());
  t.is((await call(web.url(), 'GET /api/v1/me', { credential })).status, 200);
  t.is((await call(web.url(), 'GET /api/v1/me', { credential: before.trim() })).status, 401);
};

const remove = async ({ t, page, say }: Step) => {
  await page.getByRole('link', { name: say.home }).click();
  await page.getByRole('heading', { name: say.collections, level: 1 }).waitFor();
  await isSound(t, page, 'collections');
  await page.getByRole('button', { name: say.remove(say.firstCollection) }).click();
  await page.getByRole('dialog', { name: say.askRemove(say.firstCollection) }).waitFor();
  await isSound(t, page, 'question before a collection is deleted');
  await page.getByRole('button', { name: say.removeTickets(7) }).click();
  await page.getByRole('heading', { name: say.start }).waitFor();
};

for (const language of webLanguages('ru')) {
  test(`the way of a new user, from the registration to the deletion, in ${language}`, async (t) => {
    const { page } = await web.visit(t, { language });
    const step = { t, page, say: webTexts[language] };
    await register(step);
    await makeCollection(step);
    await uploadTemplate(step);
    await uploadCsv(step);
    await uploadXlsx(step);
    await searchWithAnswer(step);
    await searchWithoutAnswer(step);
    await openEarlier(step);
    await rotate(step);
    await remove(step);
  });
}
