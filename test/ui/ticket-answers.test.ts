import { expect } from 'chai';
import type { QuotingRow } from '../../ui/api/answers.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { said, someAnswer } from './questions-service.ts';
import { press, settled, until, violations } from './support.ts';
import {
  address,
  drawer,
  openTickets,
  pressKey,
  someTicket,
  text,
  ticketsService,
  typeInto,
} from './tickets-service.ts';

const quoting = (index: number, more: Partial<QuotingRow> = {}): QuotingRow => ({
  ...someAnswer(index),
  answered_at: '2026-11-19T09:00:00.000Z',
  revision: 2,
  ...more,
});

const three = [quoting(1, { verdict: said(true) }), quoting(2), quoting(3, { revision: 1, verdict: said(false) })];

const open = async (
  answers: readonly QuotingRow[],
  before: (service: ReturnType<typeof ticketsService>) => void = () => undefined,
) => {
  const service = ticketsService([someTicket('4711', { revision: 2 }), someTicket('4712')], {}, { '4711': answers });
  before(service);
  const { page, app } = await openTickets(service, { path: `${address}/4711` });
  await until(() => page.querySelector('kb-ticket-history') !== null);
  const unfold = async () => {
    page.querySelector<HTMLElement>('.facts-toggle')?.click();
    await until(() => page.querySelector('.facts-answers :is(li, p)') !== null);
  };
  return { unfold, page, app, service, section: () => page.querySelector('.facts-answers') };
};

describe('The answers that used a ticket', () => {
  it('are asked for where they are wanted, and listed with their verdicts and what used an earlier text', async () => {
    const { page, service, section, unfold } = await open(three);
    expect(text(section())).to.equal('В каких ответах использовано');
    expect(service.asked.filter((each) => each.includes('/answers'))).to.deep.equal([]);
    await unfold();
    expect(text(section()).replaceAll(/19 \S+/g, '…')).to.equal(
      'В каких ответах использовано 3 ' +
        '[ИМЯ] жалуется на обрывы, вопрос 1, Помогло … ' +
        '[ИМЯ] жалуется на обрывы, вопрос 2, без оценки … ' +
        '[ИМЯ] жалуется на обрывы, вопрос 3, Не помогло по прежнему тексту …',
    );
    expect(section()?.querySelector('a')?.getAttribute('href')).to.equal(
      `/collections/tickets/questions/${three[0]?.id ?? ''}`,
    );
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'В каких ответах использовано');
    expect(section()?.querySelector('li')).to.equal(null);
    expect(section()?.querySelector('button')?.ariaExpanded).to.equal('false');
  });

  it('are the newest five, and on demand all', async () => {
    const { page, service, section, unfold } = await open(Array.from({ length: 60 }, (_, index) => quoting(index)));
    await unfold();
    expect(section()?.querySelectorAll('li')).to.have.length(5);
    await press(page, 'Все 60');
    await until(() => section()?.querySelectorAll('li').length === 50);
    await press(page, 'Показать ещё');
    await until(() => section()?.querySelectorAll('li').length === 60);
    expect(section()?.querySelector('.facts-more')).to.equal(null);
    expect(service.asked.filter((each) => each.includes('/answers')).map((each) => each.split('?')[1])).to.deep.equal([
      'limit=5&cited=true',
      'limit=50&cited=true',
      'limit=50&cited=true&after=50',
    ]);
  });

  it('are told to be none, and why they did not load', async () => {
    const none = await open([]);
    await none.unfold();
    expect(text(none.section())).to.equal('В каких ответах использовано 0 Ни в один сохранённый ответ оно не вошло.');
    const failed = await open(three, ({ refuse }) =>
      refuse('GET /api/collections/tickets/tickets/4711/answers', new ApiError(500, 'Event log does not answer')),
    );
    await failed.unfold();
    expect(text(failed.section())).to.contain('Ответы не загрузились');
    await press(failed.page, 'Повторить');
    expect(failed.section()?.querySelectorAll('li')).to.have.length(3);
  });

  it('are told apart from the questions that only found it', async () => {
    const refused = quoting(4, { outcome: 'too-little', cited: [] });
    const other = quoting(5, { cited: ['4655'] });
    const { page, service, section, unfold } = await open([refused, ...three, other]);
    await unfold();
    const list = () => text(section()).replaceAll(/19 \S+/g, '…');
    const used = list();
    expect(used).to.match(/^В каких ответах использовано 3 .*вопрос 3.* Ещё в 2 вопросах среди похожих$/u);
    expect(used).not.to.match(/вопрос [45]/u);
    const [all] = section()?.querySelectorAll<HTMLElement>('.facts-more') ?? [];
    all?.click();
    await until(() => section()?.querySelectorAll('li').length === 5);
    expect(list()).to.match(/вопрос 3.* Ещё в 2 вопросах среди похожих .*вопрос 4.*вопрос 5/u);
    expect(service.asked.at(-1)).to.contain('/answers?limit=50&cited=false');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Исправить');
    await until(() =>
      text(drawer(page)).includes(
        'Обращение вошло в 3 ответа: их текст останется прежним. Ещё в 2 вопросах среди похожих: там оно ничего не меняет.',
      ),
    );
    const found = await open([refused, other]);
    await found.unfold();
    expect(text(found.section())).to.equal(
      'В каких ответах использовано 0 Ни в один сохранённый ответ оно не вошло. В 2 вопросах среди похожих',
    );
  });

  it('are told apart where the ticket is hidden, and before it is erased', async () => {
    const similar = [quoting(4, { cited: [] }), quoting(5, { cited: ['4655'] })];
    const dialog = (root: Element) => text(root.querySelector('kb-erase-dialog'));
    const { page, unfold } = await open([...three, ...similar]);
    await unfold();
    await press(page, 'Скрыть');
    await until(() =>
      text(drawer(page)).includes('Ответы, в которые оно вошло (3), остаются. Ещё в 2 вопросах среди похожих.'),
    );
    await press(page, 'Удалить навсегда');
    await until(() => dialog(page).includes('Из 3 ответов и 2 вопросов, где оно среди похожих: обращение и тексты'));
    const found = await open(similar);
    await press(found.page, 'Удалить навсегда');
    await until(() => dialog(found.page).includes('Из 2 вопросов, где оно среди похожих: обращение и тексты'));
  });

  it('stay open for the ticket that the list rests at, and are asked for there alone', async () => {
    const service = ticketsService([someTicket('1'), someTicket('2'), someTicket('3')], {}, { '3': three });
    const { page } = await openTickets(service);
    page.querySelector<HTMLElement>('tbody tr a')?.click();
    await settled();
    await press(page, 'В каких ответах использовано');
    await pressKey('j');
    await pressKey('j');
    await until(() => page.querySelector('kb-ticket-answers') !== null);
    expect(
      service.asked.filter((each) => each.includes('/answers')).map((each) => each.split('/').at(-2)),
    ).to.deep.equal(['1', '3']);
  });

  it('are counted before and after a correction', async () => {
    const { page } = await open(three);
    await press(page, 'Исправить');
    await until(() => text(drawer(page)).includes('Обращение вошло в 3 ответа: их текст останется прежним.'));
    expect(await violations(page)).to.deep.equal([]);
    await typeInto(page, '#edit-solution', 'Роутер перегревался и перезагружался сам. '.repeat(4));
    await press(page, 'Сохранить');
    await until(() => text(drawer(page)).includes('Сохранено. Прежний текст вошёл в 2 ответа.'));
    expect(text(page.querySelector('p[role=status]'))).to.contain('Прежний текст вошёл в 2 ответа.');
  });

  it('are counted by the service if there are more than are shown', async () => {
    const { page, service } = await open(
      Array.from({ length: 12 }, (_, index) => quoting(index, { revision: index < 9 ? 2 : 1 })),
    );
    await press(page, 'Исправить');
    await typeInto(page, '#edit-solution', 'Роутер перегревался и перезагружался сам. '.repeat(4));
    await press(page, 'Сохранить');
    await until(() => text(drawer(page)).includes('Прежний текст вошёл в 9 ответов.'));
    expect(service.asked.at(-1)).to.contain('/answers?limit=1&revision=2');
  });

  it('are counted where the ticket is hidden, and before it is erased', async () => {
    const { page, unfold } = await open(three);
    await unfold();
    await press(page, 'Скрыть');
    await until(() => text(drawer(page)).includes('Ответы, в которые оно вошло (3), остаются.'));
    await press(page, 'Удалить навсегда');
    const dialog = (root: Element) => text(root.querySelector('kb-erase-dialog'));
    await until(() =>
      dialog(page).includes('Из 3 ответов: обращение и тексты с его словами; вопросы и оценки останутся'),
    );
    expect(await violations(page)).to.deep.equal([]);
    const none = await open([]);
    await press(none.page, 'Удалить навсегда');
    await until(() => dialog(none.page).includes('Ни в один сохранённый ответ оно не вошло'));
  });
});
