import { expect } from 'chai';
import type { AnswerRecord } from '../../ui/api/answers.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { address, idOf, opened, questionsService, several, someAnswer, someDays, took } from './questions-service.ts';
import { key, text } from './search-page.ts';
import { press, settled, someUsage, until, violations } from './support.ts';

const rows = (page: Element) => [...page.querySelectorAll('.questions-row')];
const drawer = (page: Element) => text(page.querySelector('aside'));

describe('A question', () => {
  const open = async (page: Element, index: number) => {
    rows(page)[index]?.querySelector('a')?.click();
    await settled();
  };

  it('is opened beside the list with what that has, and with its answer after a moment', async () => {
    const service = questionsService(several);
    const { page, app } = await opened(service, 'show=all');
    await open(page, 4);
    expect(drawer(page)).to.contain('[ИМЯ] жалуется на обрывы, вопрос 5 Основано на обращении №4711');
    expect(app.visited.at(-1)).to.equal(`${address}/${idOf(5)}`);
    await until(() => drawer(page).includes('Найденные обращения'));
    expect(service.asked.filter((each) => each.includes('answers'))).to.deep.equal([`GET /api/answers/${idOf(5)}`]);
    expect(drawer(page).replace(/сегодня, \d\d:\d\d|\d+ \S+, \d\d:\d\d/g, '…')).to.contain(
      'Ответ за 2,1 с Уберите роутер с батареи. Найденные обращения 2 №4711 Основа ответа Сходство 0,91, самое близкое №4655 подошло Сходство 0,80, 2-е по близости ' +
        'Оценка … Не помогло, подошло №4655 На странице поиска ответ: gpt-4o-mini поиск: local-2 Спросить ещё раз Добавить решение',
    );
    expect(await violations(page)).to.deep.equal([]);
    const links = [...page.querySelectorAll('.drawer-foot wa-button')].map((each) => each.getAttribute('href'));
    expect(links[0]).to.match(/^\/collections\/calls#q=/);
    expect(links[1]).to.match(/^\/collections\/calls\/tickets#new=/);
  });

  it('without an answer leads to its nearest ticket, and tells no time of a moment', async () => {
    const { page } = await opened(
      questionsService([
        someAnswer(2, {
          outcome: 'too-little',
          answer: 'Недостаточно информации в истории обращений.',
          cited: [],
          milliseconds: took(12),
        }),
      ]),
    );
    await open(page, 0);
    await until(() => drawer(page).includes('Найденные обращения'));
    expect(drawer(page)).to.contain('Ответа нет, ближайшее №4711 Ответ Недостаточно информации');
  });

  it('says of its tickets and its answer what the search page says, in both languages', async () => {
    const of = async (more: Partial<AnswerRecord>) => {
      const levels = 'very-similar=0.900, similar=0.850, first-very-similar=0.900, first-similar=0.800';
      const { page } = await opened(questionsService([someAnswer(1, more)], someDays(), 1, levels));
      await open(page, 0);
      await until(() => page.querySelector('.question-sources') !== null);
      const answer = text(page.querySelector('.question-part h3')).replace(/ (за|in) .*/, '');
      return [answer, ...[...page.querySelectorAll('aside .ticket-score-value')].map(text)];
    };
    try {
      expect(await of({})).to.deep.equal(['Ответ', 'очень похоже', 'отдалённо']);
      expect(await of({ cited: ['4655'] })).to.deep.equal(['Возможный ответ', 'очень похоже', 'отчасти']);
      const unanswered = { outcome: 'too-little', cited: [] } as const;
      expect(await of(unanswered)).to.deep.equal(['Ответ', 'очень похоже', 'отдалённо']);
      const models = { embedding: 'local-2', chat: 'extractive', prompt_version: null };
      expect((await of({ models }))[0]).to.equal('Решение из похожего обращения');
      expect((await of({ models, cited: ['4655'] }))[0]).to.equal('Возможное решение из похожего обращения');
      expect((await of({ models, ...unanswered }))[0]).to.equal('Ответ');
      chooseLanguage('en');
      expect(await of({ cited: ['4655'] })).to.deep.equal(['Possible answer', 'very similar', 'partly']);
      expect((await of({ models }))[0]).to.equal('Solution of a similar ticket');
    } finally {
      chooseLanguage('ru');
    }
  });

  it('is walked through by keys, asked for only where one stays, and closed to its row', async () => {
    const service = questionsService(several);
    const { page } = await opened(service);
    await open(page, 0);
    key(document.body, 'о', { code: 'KeyJ' });
    key(document.body, 'j', { code: 'KeyJ' });
    await settled();
    expect(page.querySelector('li [aria-current=true]')?.textContent).to.contain('вопрос 3');
    key(document.body, 'k', { code: 'KeyK' });
    await until(() => drawer(page).includes('Найденные обращения'));
    expect(service.asked.filter((each) => each.includes('answers'))).to.deep.equal([`GET /api/answers/${idOf(2)}`]);
    await open(page, 1);
    expect(text(document.activeElement)).to.equal('Вопрос');
    key(document.body, 'Escape', { code: 'Escape' });
    await settled();
    expect(page.querySelector('aside')).to.equal(null);
    expect(document.activeElement?.closest('li')?.dataset['id']).to.equal(idOf(2));
  });

  it('can be opened by its address, also if the list does not have it, or nobody has', async () => {
    const service = questionsService(several);
    const { page } = await opened(service, 'show=helped', someUsage(), `${address}/${idOf(3)}`);
    await until(() => drawer(page).includes('Найденные обращения'));
    expect(drawer(page)).to.contain('Ответа не было.');
    expect(drawer(page)).to.contain('Через API');
    const gone = await opened(service, '', someUsage(), `${address}/${idOf(99)}`);
    expect(drawer(gone.page)).to.contain('Такого вопроса нет');
    expect(await violations(gone.page)).to.deep.equal([]);
  });

  it('says why its answer did not load', async () => {
    const service = questionsService(several);
    service.refuse('/answers/', new ApiError(500, 'Event log does not answer'));
    const { page } = await opened(service);
    await open(page, 0);
    await until(() => drawer(page).includes('Ответ не загрузился'));
    await press(page, 'Повторить');
    expect(drawer(page)).to.contain('Найденные обращения');
  });

  it('has the verdict that was given in this tab since', async () => {
    const { page, app } = await opened(questionsService(several));
    app.verdicts.give(idOf(2), { helped: true });
    await settled();
    expect(text(rows(page)[1] ?? null)).to.contain('Верно: решения нет');
  });
});
