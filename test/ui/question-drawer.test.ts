import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { address, idOf, opened, questionsService, several, someAnswer, took } from './questions-service.ts';
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
    expect(drawer(page)).to.contain('[ИМЯ] жалуется на обрывы, вопрос 5 Основано на №4711');
    expect(app.visited.at(-1)).to.equal(`${address}/${idOf(5)}`);
    await until(() => drawer(page).includes('Источники'));
    expect(service.asked.filter((each) => each.includes('answers'))).to.deep.equal([`GET /api/answers/${idOf(5)}`]);
    expect(drawer(page).replace(/сегодня, \d\d:\d\d|\d+ \S+, \d\d:\d\d/g, '…')).to.contain(
      'Ответ за 2,1 с Уберите роутер с батареи. Источники 2 №4711 Основа Сходство 0,91 №4655 подошло Сходство 0,80 ' +
        'Оценка … Не помогло, подошло №4655 Страница поиска модель gpt-4o-mini индекс local-2 Спросить ещё раз Добавить решение',
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
    await until(() => drawer(page).includes('Источники'));
    expect(drawer(page)).to.contain('Без ответа, ближайшее №4711 Ответ Недостаточно информации');
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
    await until(() => drawer(page).includes('Источники'));
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
    await until(() => drawer(page).includes('Источники'));
    expect(drawer(page)).to.contain('Ответа не было.');
    expect(drawer(page)).to.contain('через API');
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
    expect(drawer(page)).to.contain('Источники');
  });

  it('has the verdict that was given in this tab since', async () => {
    const { page, app } = await opened(questionsService(several));
    app.verdicts.give(idOf(2), { helped: true });
    await settled();
    expect(text(rows(page)[1] ?? null)).to.contain('Верно: решения нет');
  });
});
