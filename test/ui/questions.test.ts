import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import {
  address,
  collection,
  idOf,
  opened,
  questionsService,
  several,
  said,
  someAnswer,
  someDays,
} from './questions-service.ts';
import { announced, text } from './search-page.ts';
import { press, settled, someUsage, until, violations } from './support.ts';

const rows = (page: Element) => [...page.querySelectorAll('.questions-row')];
const figures = (page: Element) => [...page.querySelectorAll('.figures-part')].map(text);

describe('The questions of a collection', () => {
  it('are listed with what the answer was based on and the verdict, in three requests and accessible', async () => {
    const service = questionsService(several);
    const { page } = await opened(service);
    expect(rows(page).map((row) => text(row).replace(/\d\d:\d\d|вчера/, '…'))).to.deep.equal([
      '[ИМЯ] жалуется на обрывы, вопрос 1 … Основано на обращении №4711 Помогло',
      '[ИМЯ] жалуется на обрывы, вопрос 2 … Ответа нет, ближайшее №4711 Без оценки',
      '[ИМЯ] жалуется на обрывы, вопрос 3 … Модель не ответила Без оценки',
      '[ИМЯ] жалуется на обрывы, вопрос 4 … Только похожие, ответ не просили Без оценки',
      '[ИМЯ] жалуется на обрывы, вопрос 5 … Основано на обращении №4711 Не помогло',
    ]);
    expect(text(page)).to.contain('Имена, телефоны и почта скрыты, вопросы храним 90 дней');
    expect(announced(page)).to.equal('Показано: 5 вопросов.');
    expect(service.asked).to.deep.equal(['GET C/questions?limit=50', 'GET C/questions/figures?days=28']);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('are asked for again when somebody comes back to the tab, seconds later', async () => {
    const service = questionsService(several);
    const { page } = await opened(service);
    const { now } = Date;
    try {
      for (const [afterMs, requests] of [[1_000, 0] as const, [5_000, 2] as const]) {
        Date.now = () => now() + afterMs;
        service.asked.splice(0);
        for (const active of [false, true]) {
          Object.assign(page, { active });
          await settled();
        }
        expect(service.asked.length).to.equal(requests);
      }
    } finally {
      Date.now = now;
    }
  });

  it('are downloaded where a verdict says what is right', async () => {
    const service = questionsService(several);
    const { page, app } = await opened(service);
    const names: string[] = [];
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      names.push(this.download);
    };
    const button = () => page.querySelector<HTMLElement>('[aria-label="Скачать проверенные вопросы"]');
    try {
      button()?.click();
      await until(() => app.said.length === 1);
      expect(service.asked).to.include('GET C/golden.jsonl');
      service.refuse('golden', new ApiError(500, 'Internal error'));
      button()?.click();
      await until(() => app.said.length === 2);
      const none = await opened(questionsService([someAnswer(1)]));
      none.page.querySelector<HTMLElement>('[aria-label="Скачать проверенные вопросы"]')?.click();
      await until(() => none.app.said.length === 1);
      expect(none.app.said[0]).to.contain('Проверенных вопросов пока нет');
    } finally {
      Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
    }
    expect(app.said[0]).to.equal('Файл с проверенными вопросами готов');
    expect(app.said[1]).to.contain('Проверенные вопросы не скачались');
    expect(names).to.deep.equal([`${collection.name}, проверенные вопросы.jsonl`]);
  });

  it('are filtered and turned through by the address', async () => {
    const service = questionsService(Array.from({ length: 60 }, (_, index) => someAnswer(index)));
    const { page, app } = await opened(service);
    await press(page, 'Дальше');
    await until(() => rows(page).length === 10);
    expect(text(page.querySelector('.tickets-foot'))).to.equal('51–60 Назад Дальше');
    expect(app.visited).to.deep.equal([`${address}#after=50`]);
    await press(page, 'Без ответа');
    await until(() => page.querySelector('.tickets-none') !== null);
    expect(text(page.querySelector('.tickets-none'))).to.equal(
      'Вопросов без ответа нет За 90 дней на каждый вопрос нашлось решение. Показать все',
    );
    expect(await violations(page)).to.deep.equal([]);
    expect(app.visited.at(-1)).to.equal(`${address}#show=unanswered`);
    await press(page, 'Не помогло');
    await until(() => service.asked.some((each) => each.includes('helped=false')));
    expect(text(page.querySelector('.tickets-none h3'))).to.equal('Оценок «не помогло» нет');
    await press(page, 'Показать все');
    await until(() => rows(page).length === 50);
  });

  it('are those of one gap where the address names it, without figures and choices', async () => {
    const service = questionsService(Array.from({ length: 60 }, (_, index) => someAnswer(index)));
    const { page, app } = await opened(service, `gap=${idOf(7)}`);
    expect(service.asked).to.deep.equal([`GET C/gaps/${idOf(7)}/questions?limit=50`]);
    expect(text(page.querySelector('.questions-of-gap'))).to.equal(
      'К пробелам Все вопросы одного пробела, сначала новые',
    );
    expect(page.querySelector('.questions-figures, .questions-tools')).to.equal(null);
    expect(text(page.querySelector('.segments [aria-current]'))).to.equal('Пробелы');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Дальше');
    await until(() => rows(page).length === 10);
    expect(app.visited).to.deep.equal([`${address}#gap=${idOf(7)}&after=50`]);
  });

  it('say of a refusal whether it is right', async () => {
    const judged = [true, false].map((helped, index) =>
      someAnswer(index, { outcome: 'too-little', cited: [], verdict: said(helped) }),
    );
    const { page } = await opened(questionsService(judged));
    expect([...page.querySelectorAll('.questions-verdict')].map(text)).to.deep.equal([
      'Верно: решения нет',
      'Решение есть',
    ]);
  });

  it('are numbered as they were counted where pages are short', async () => {
    const all = Array.from({ length: 20 }, (_, index) => someAnswer(index));
    const { page } = await opened(questionsService(all, someDays(), 7));
    await press(page, 'Дальше');
    await until(() => text(page.querySelector('.tickets-foot')).startsWith('8–14'));
    await press(page, 'Дальше');
    await until(() => text(page.querySelector('.tickets-foot')).startsWith('15–20'));
  });

  it('have figures with their base, none of few verdicts, and lines in words', async () => {
    const { page } = await opened(
      questionsService(
        several,
        someDays((index) => (index < 21 ? { questions: 10, answered: 9 } : {})),
      ),
    );
    expect(figures(page)).to.deep.equal([
      'За 7 дней 140 на 100 % больше',
      'С ответом 75 % было 90 %',
      'Помогло 75 % из 28 оценок',
    ]);
    expect(
      [...page.querySelectorAll('svg[role=img]')].map((each) => each.ariaLabel?.replaceAll('\u00a0', ' ')),
    ).to.deep.equal([
      'Вопросов в день за 28 дней: от 10 до 20, вчера 20',
      'Доля с ответом за 28 дней: от 75 % до 90 %',
      'Доля «помогло» за 28 дней: от 75 % до 75 %',
    ]);
    const few = await opened(
      questionsService(
        several,
        someDays(() => ({ helped: 1, not_helped: 0 })),
      ),
    );
    expect(figures(few.page)[2]).to.equal('Помогло — мало оценок');
    const none = await opened(
      questionsService(
        several,
        someDays(() => ({ questions: 0, answered: 0, helped: 0, not_helped: 0 })),
      ),
    );
    expect(figures(none.page)).to.deep.equal(['За 7 дней 0', 'С ответом —', 'Помогло — мало оценок']);
  });

  for (const [what, records, usage, said] of [
    ['there are none yet', [], someUsage(), 'Вопросов пока нет Здесь появится каждый вопрос'],
    [
      'they are not kept',
      [],
      someUsage({ recording: 'off', keep_days: 0 }),
      'Журнал вопросов выключен Вопросы не сохраняются',
    ],
    [
      'there is no room for more',
      several,
      someUsage({ recording: 'over-quota', keep_days: 90 }),
      'Новые вопросы не записываются',
    ],
  ] as const) {
    it(`say that ${what}`, async () => {
      const { page } = await opened(questionsService(records), '', usage);
      expect(text(page)).to.contain(said);
      expect(await violations(page)).to.deep.equal([]);
    });
  }

  it('have no figures and choices if they are not kept', async () => {
    const { page } = await opened(questionsService([]), '', someUsage({ recording: 'off', keep_days: 0 }));
    expect(page.querySelector('.figures, .tickets-chip, .questions-privacy')).to.equal(null);
  });

  it('say why they did not load, and that what is shown is of before', async () => {
    const service = questionsService(several);
    service.refuse('/questions?', new ApiError(500, 'Event log does not answer'));
    const { page } = await opened(service);
    expect(text(page.querySelector('.tickets-none'))).to.contain('Вопросы не загрузились');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Повторить');
    expect(rows(page)).to.have.length(5);
    service.refuse('/questions?', new ApiError(0, 'Failed to fetch'));
    await press(page, 'Помогло');
    await until(() => page.querySelector('.notice-strip') !== null);
    expect(text(page.querySelector('.notice-strip'))).to.match(/^Показаны вопросы на \d\d:\d\d\. Нет связи/);
    expect(rows(page)).to.have.length(5);
  });

  it('are shown in English', async () => {
    chooseLanguage('en');
    const { page } = await opened(questionsService(several));
    expect(text(rows(page)[1] ?? null)).to.contain('No answer, the closest No. 4711 No verdict');
    expect(text(page)).to.contain('Names, phones and emails hidden, questions are kept for 90 days');
    chooseLanguage('ru');
  });

  it('fit into the narrowest window', async () => {
    const { page } = await opened(questionsService(several));
    await setViewport({ width: 320, height: 800 });
    await settled();
    expect(document.documentElement.scrollWidth).to.equal(320);
    expect(await violations(page)).to.deep.equal([]);
  });
});
