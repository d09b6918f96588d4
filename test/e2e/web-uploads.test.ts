import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { setOnline } from '../support/browser/eventually.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { answering } from '../support/gateway-behaviours.ts';
import { faultsByWord, gate } from '../support/web-faults.ts';
import { choose, csvFile, goodRow } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, type WebLanguage, webTexts } from '../support/web-texts.ts';

let gateway: Gateway | undefined;
const embeddings = faultsByWord();
const web = webFor(test, async () => {
  gateway = await startGateway();
  gateway.embeddings.always(embeddings.behaviour);
  return { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' };
});
test.after.always(() => gateway?.close());

/** The upload page of somebody new with one empty collection. */
const uploading = async (t: ExecutionContext, language: WebLanguage) => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user, 'Склад');
  const { page } = await web.visitAs(t, user, { language });
  await page.goto(`/collections/${id}/upload`);
  const say = webTexts[language];
  await page.getByText(say.drop).waitFor();
  const stored = async () => {
    const { body } = await call(web.url(), `GET /api/collections/${id}`, { credential: user.token });
    return (body as { readonly ticket_count: number }).ticket_count;
  };
  return { page, say, stored };
};

for (const format of ['CSV', 'XLSX', 'JSON']) {
  const language = format === 'XLSX' ? 'en' : 'ru';
  test.serial(`the ${format} template that the page offers uploads without a remark`, async (t) => {
    const { page, say, stored } = await uploading(t, language);
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: say.template(format) }).click();
    const template = await coming;
    const name = template.suggestedFilename();
    t.is(name, `tickets.${format.toLowerCase()}`);
    await choose(page, { name, mimeType: '', buffer: readFileSync(await template.path()) });
    await page.getByText(say.willGo('Склад')).waitFor();
    t.is(await page.getByRole('heading', { name: say.remarks }).count(), 0);
    await isSound(t, page, `preview of the ${format} template`);
    await page.getByRole('button', { name: say.send(3) }).click();
    await page.getByRole('heading', { name: say.added }).waitFor();
    t.is(await stored(), 3);
  });
}

for (const language of webLanguages('en')) {
  test.serial(
    `columns that are not recognised are assigned, and a row that cannot be read is named, in ${language}`,
    async (t) => {
      const { page, say } = await uploading(t, language);
      const titles = ['Номер', 'Группа', 'Суть дела', 'Решение'];
      await choose(page, csvFile('склад.csv', [goodRow(1, 'весы')], titles));
      await page.locator('.preview-reason').getByText(say.problemMissing).waitFor();
      await isSound(t, page, 'a column is missing');
      await page.getByLabel(say.columnHolds('Суть дела')).selectOption('problem');
      await page.getByRole('button', { name: say.send(1) }).waitFor();
      await isSound(t, page, 'columns assigned');
      await choose(page, csvFile('склад.csv', [goodRow(1, 'весы'), ['', 'Склад', 'Весы молчат', 'Замените батарею.']]));
      await page.getByText(say.unreadable).waitFor();
      t.is(await page.getByRole('button', { name: say.send(1) }).count(), 0);
      await isSound(t, page, 'a row that cannot be read');
      await choose(page, { name: 'склад.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
      await page.getByText(say.unfit).waitFor();
      await isSound(t, page, 'a file that is not taken');
    },
  );

  test.serial(
    `progress is shown while another tab is looked at, and a running upload can be stopped, in ${language}`,
    async (t) => {
      const { page, say, stored } = await uploading(t, language);
      const word = `стеллаж${language}`;
      const held = gate();
      embeddings.add(word, held.behaviour);
      t.teardown(held.open);
      await choose(page, csvFile('полки.csv', [goodRow(1, 'весы'), goodRow(2, word), goodRow(3, 'лоток')]));
      await page.getByRole('button', { name: say.send(3) }).click();
      await page.getByRole('progressbar').waitFor();
      await page.getByRole('button', { name: say.stop }).waitFor();
      await isSound(t, page, 'sending');
      await page.getByRole('link', { name: say.search, exact: true }).click();
      await page.getByText(say.noTickets('Склад')).waitFor();
      await isSound(t, page, 'search in an empty collection');
      await page.getByRole('link', { name: say.upload, exact: true }).click();
      await page.getByRole('button', { name: say.stop }).click();
      await page.getByRole('button', { name: say.stop }).waitFor({ state: 'hidden' });
      held.open();
      t.is(await stored(), 0);
    },
  );

  test.serial(
    `an upload goes on while its page is reloaded, and is shown again on every page, in ${language}`,
    async (t) => {
      const { page, say, stored } = await uploading(t, language);
      const word = `паллета${language}`;
      const held = gate();
      embeddings.add(word, held.behaviour);
      t.teardown(held.open);
      await choose(page, csvFile('склад.csv', [goodRow(1, 'весы'), goodRow(2, word), goodRow(3, 'лоток')]));
      await page.getByRole('button', { name: say.send(3) }).click();
      await page.getByText(say.mayClose).waitFor();
      await page.reload();
      await page.getByText(say.mayClose).waitFor();
      await page.getByRole('button', { name: say.stop }).waitFor();
      await isSound(t, page, 'an upload after a reload');
      const upload = page.url();
      await page.goto('/');
      await page.locator('kb-top-bar a[href$="/upload"]').waitFor();
      await isSound(t, page, 'the dashboard while an upload runs');
      await page.goto(upload);
      held.open();
      await page.getByRole('heading', { name: say.added }).waitFor();
      t.is(await stored(), 3);
    },
  );

  test.serial(
    `a search finds what a running upload has stored so far, and says how many, in ${language}`,
    async (t) => {
      const { page, say, stored } = await uploading(t, language);
      const word = `контейнер${language}`;
      const held = gate();
      embeddings.add(word, held.behaviour);
      t.teardown(held.open);
      // A batch is stored; one of the tickets of the next is held back.
      const rows = Array.from({ length: 110 }, (_, index) =>
        goodRow(index + 1, index === 105 ? word : `весы ${index}`),
      );
      await choose(page, csvFile('склад.csv', rows));
      await page.getByRole('button', { name: say.send(110) }).click();
      await page.getByText(say.mayClose).waitFor();
      await page.getByRole('link', { name: say.search, exact: true }).click();
      await page.getByText(say.findable(100, 110)).waitFor();
      await page.getByText(say.hello).waitFor();
      await page.getByRole('textbox', { name: say.query }).fill('весы не включаются');
      await page.keyboard.press('Enter');
      await page.getByRole('article').nth(4).waitFor();
      await page.locator('kb-top-bar a[href$="/upload"]').filter({ hasText: '90' }).waitFor();
      await isSound(t, page, 'search during an upload');
      t.is(await stored(), 100);
      held.open();
      await page.getByText(say.findable(100, 110)).waitFor({ state: 'hidden' });
      await page.locator('.tabs-count').filter({ hasText: '110' }).waitFor();
      t.is(await stored(), 110);
    },
  );

  test.serial(`tickets that the gateway refuses are stored when the upload is continued, in ${language}`, async (t) => {
    const { page, say, stored } = await uploading(t, language);
    const word = `кассета${language}`;
    embeddings.add(word, answering(400));
    await choose(page, csvFile('кассы.csv', [goodRow(1, 'весы'), goodRow(2, word), goodRow(3, 'лоток')]));
    await page.getByRole('button', { name: say.send(3) }).click();
    await page.getByRole('heading', { name: say.addedTwo }).waitFor();
    await page.getByText(say.unfinished, { exact: true }).waitFor();
    await isSound(t, page, 'an upload that did not finish');
    embeddings.remove(word);
    await page.getByRole('button', { name: say.proceed }).click();
    await page.getByRole('heading', { name: say.added }).waitFor();
    t.is(await stored(), 3);
  });

  test.serial(`a file waits for the connection, to be read and to be sent, in ${language}`, async (t) => {
    const { page, say, stored } = await uploading(t, language);
    await setOnline(page, false);
    await choose(
      page,
      csvFile(
        'связь.csv',
        [1, 2, 3].map((id) => goodRow(id, `связь ${id}`)),
      ),
    );
    await page.getByText(say.notRead).waitFor();
    await isSound(t, page, 'not read for want of a connection');
    await setOnline(page, true);
    await page.getByRole('button', { name: say.retry }).click();
    await page.getByRole('button', { name: say.send(3) }).waitFor();
    await setOnline(page, false);
    await page.getByRole('button', { name: say.send(3) }).click();
    await page.getByText(say.lineBroke).first().waitFor();
    await isSound(t, page, 'waiting for the connection');
    await setOnline(page, true);
    await page.getByRole('heading', { name: say.added }).waitFor();
    t.is(await stored(), 3);
  });
}
