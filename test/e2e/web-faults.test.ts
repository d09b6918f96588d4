import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { setOnline } from '../support/browser/eventually.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { answering, type Behaviour, hanging, saying } from '../support/gateway-behaviours.ts';
import { faultsByWord, gate } from '../support/web-faults.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, type WebLanguage, webTexts } from '../support/web-texts.ts';

let gateway: Gateway | undefined;
const embeddings = faultsByWord();
const chat = faultsByWord();
const web = webFor(test, async () => {
  gateway = await startGateway();
  gateway.embeddings.always(embeddings.behaviour);
  gateway.chat.always(chat.behaviour);
  return { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' };
});
test.after.always(() => gateway?.close());

/** The search page of somebody new, in whose collection there are six tickets. */
const searching = async (t: ExecutionContext, language: WebLanguage) => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user);
  const tickets = [1, 2, 3, 4, 5, 6].map((each) => goodTicket(each, `печать номер ${each}`));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  const { page } = await web.visitAs(t, user, { language });
  await page.goto(`/collections/${id}`);
  const say = webTexts[language];
  await page.getByRole('heading', { name: say.hello }).waitFor();
  return { page, say };
};

const ask = async (page: Page, query: string) => {
  await page.locator('wa-textarea textarea').fill(query);
  await page.locator('wa-textarea textarea').press('Enter');
};

type Fault = { readonly title: string; readonly behaviour: Behaviour; readonly says: string };

/** The query stays, the page says why, and once the gateway is well again the button brings sources and answer. */
const failsToEmbed = test.macro({
  title: (_, { title }: { readonly title: string }) =>
    `${title} leaves the query on the page with the reason and a way on`,
  exec: async (t, { behaviour, says: reasons }: Omit<Fault, 'says'> & { says: Record<WebLanguage, string> }) => {
    const meet = async (language: WebLanguage) => {
      const { page, say } = await searching(t, language);
      const says = reasons[language];
      const query = `печать стоит, ${reasons.en.replace(/\W/g, '')} ${language}`;
      embeddings.add(query, behaviour);
      await ask(page, query);
      await page.getByText(say.searchFailed).waitFor();
      await page.getByText(says).waitFor();
      t.is(await page.getByRole('textbox', { name: say.query }).inputValue(), query);
      await isSound(t, page, `${says} in ${language}`);
      embeddings.remove(query);
      await page.getByRole('button', { name: say.retry }).click();
      await page.getByRole('article').getByText(say.basis).waitFor();
    };
    await Promise.all(webLanguages('en').map(meet));
  },
});

/** The sources stay, and the answer comes when it is asked for again. */
const failsToAnswer = test.macro({
  title: (_, { title }: Fault) => `${title} leaves the tickets that were found, and asking again brings the answer`,
  exec: async (t, { behaviour, says }: Fault) => {
    const meet = async (language: WebLanguage) => {
      const { page, say } = await searching(t, language);
      const query = `печать стоит, ${says.replace(/\W/g, '')} ${language}`;
      chat.add(query, behaviour);
      await ask(page, query);
      await page.getByText(say.modelFailed, { exact: true }).waitFor();
      await page.getByText(says).first().waitFor();
      t.is(await page.getByRole('article').count(), 5);
      await isSound(t, page, `${says} in ${language}`);
      chat.remove(query);
      await page.getByRole('button', { name: say.askAgain }).click();
      await page.getByRole('article').getByText(say.basis).waitFor();
    };
    await Promise.all(webLanguages('en').map(meet));
  },
});

test.serial(failsToEmbed, {
  title: 'a query that the gateway refuses',
  behaviour: answering(400),
  says: { en: 'Embedding gateway refused the text with 400', ru: 'Модель поиска не приняла текст, ошибка 400' },
});
test.serial(failsToEmbed, {
  title: 'a gateway that is out of order',
  behaviour: answering(502),
  says: { en: 'Embedding gateway answered 502', ru: 'Модель поиска ответила ошибкой 502' },
});
test.serial(failsToAnswer, {
  title: 'an answer model that is overloaded',
  behaviour: answering(503, 'overloaded'),
  says: 'LLM API error [503]: overloaded',
});
test.serial(failsToAnswer, {
  title: 'an answer that cannot be read',
  behaviour: answering(200, '<html>'),
  says: 'LLM response error: the reply is not JSON',
});
test.serial(failsToAnswer, {
  title: 'an answer without choices',
  behaviour: answering(200, '{"choices":[]}'),
  says: 'LLM response error: no choices',
});
test(failsToEmbed, {
  title: 'a gateway that does not answer in 30 s',
  behaviour: hanging,
  says: { en: 'Embedding gateway did not answer within 30 s', ru: 'Модель поиска не ответила за 30 с' },
});

for (const language of webLanguages('ru')) {
  test.serial(`what is on its way, and too little information, are told in ${language}`, async (t) => {
    const { page, say } = await searching(t, language);
    const query = `печать медленная ${language}`;
    const [vector, answer] = [gate(), gate()];
    embeddings.add(query, vector.behaviour);
    chat.add(query, answer.behaviour);
    await ask(page, query);
    await page.getByRole('status').getByText(say.searching).waitFor();
    await isSound(t, page, 'searching');
    vector.open();
    await page.locator('kb-answer').getByText(say.writing).waitFor();
    await isSound(t, page, 'the answer is being written');
    answer.open();
    await page.getByRole('article').getByText(say.basis).waitFor();
    const unknown = `печать без ответа ${language}`;
    chat.add(unknown, saying('Недостаточно информации в истории обращений.'));
    await ask(page, unknown);
    await page.getByText(say.tooLittle, { exact: true }).waitFor();
    await isSound(t, page, 'too little information');
    await ask(page, 'https://example.com');
    await page.getByText(say.noWords).first().waitFor();
    await isSound(t, page, 'a query without words');
  });

  test.serial(`a search without a connection goes on by itself when it is back, in ${language}`, async (t) => {
    const { page, say } = await searching(t, language);
    await setOnline(page, false);
    await ask(page, 'печать стоит');
    await page.getByText(say.offline).waitFor();
    await isSound(t, page, 'offline');
    await setOnline(page, true);
    await page.getByRole('article').getByText(say.basis).waitFor();
  });
}
