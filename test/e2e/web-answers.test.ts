import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { chunk, directed } from '../support/gateway-streams.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, webTexts } from '../support/web-texts.ts';

let gateway: Gateway | undefined;
const web = webFor(test, async () => {
  gateway = await startGateway();
  return { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' };
});
test.after.always(() => gateway?.close());

/** An answer that the test writes. */
const dictated = () => {
  const model = directed();
  gateway?.chat.next(model.behaviour);
  return model;
};

for (const language of webLanguages('en')) {
  test.serial(
    `an answer grows on the page, is stopped and asked for again, breaks off and comes at last, in ${language}`,
    async (t) => {
      const user = await newUser(web.url());
      const id = await newCollection(web.url(), user);
      const tickets = [1, 2, 3].map((each) => goodTicket(each, `печать номер ${each}`));
      await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
      const { page } = await web.visitAs(t, user, { language });
      const say = webTexts[language];
      const answer = page.getByRole('region', { name: say.answer, exact: true });
      const shown = answer.locator('.answer-text p').first();

      const stopped = dictated();
      await page.goto(`/collections/${id}#q=${encodeURIComponent('печать номер 2')}`);
      await page.getByRole('article').first().waitFor();
      await stopped.say(chunk({ content: 'Очистите очередь печати, ' }));
      await shown.getByText('Очистите очередь печати,').waitFor();
      await stopped.say(chunk({ content: 'потом перезапустите' }));
      await shown.getByText('Очистите очередь печати, потом перезапустите').waitFor();
      await isSound(t, page, 'an answer that grows');
      await answer.getByRole('button', { name: say.stop }).click();
      const start = performance.now();
      await stopped.left;
      t.true(performance.now() - start < 1_000, 'the call of the model ends with the click');
      await answer.getByText(say.stopped).waitFor();
      t.is(await shown.textContent(), 'Очистите очередь печати, потом перезапустите');

      const broken = dictated();
      await answer.getByRole('button', { name: say.askAgain }).click();
      await broken.say(chunk({ content: 'Очистите очередь' }), { error: { message: 'overloaded' } });
      await answer.getByText(say.answerCut).waitFor();
      t.is(await shown.textContent(), 'Очистите очередь');
      await isSound(t, page, 'an answer that broke off');

      const whole = dictated();
      await answer.getByRole('button', { name: say.askAgain }).click();
      await whole.say(chunk({ content: 'Очистите очередь печати.\n\nОсновано на тикете №2' }));
      await shown.getByText('Очистите очередь печати.').waitFor();
      const before = await shown.boundingBox();
      await whole.say(chunk({}, 'stop'));
      await answer.getByText(say.basedOn(2)).waitFor();
      t.deepEqual(await shown.boundingBox(), before, 'the lines that stay do not move');
      t.is(
        await answer
          .locator('.answer-text')
          .textContent()
          .then((text) => text?.includes('тикет')),
        false,
      );
      t.is(await answer.locator('kb-copy-button').count(), 2);
    },
  );
}
