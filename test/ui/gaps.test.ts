import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { address, closed, gapsService, hidden, idOf, opened, several, someGap } from './gaps-service.ts';
import { announced, text } from './search-page.ts';
import { press, settled, someUsage, until, violations } from './support.ts';

const key = (name: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
const cards = (page: Element) => [...page.querySelectorAll('.gap-card')];
const headings = (page: Element) => [...page.querySelectorAll('h3')].map(text);
const remedies = (page: Element) =>
  [...page.querySelectorAll('.gap-card wa-button[href]')].map((each) => [
    text(each),
    decodeURIComponent(each.getAttribute('href') ?? ''),
  ]);

describe('The gaps of a collection', () => {
  it('begin with the three tickets to write, and keep apart what has none and what has one that does not help', async () => {
    const service = gapsService({ open: several });
    const { page } = await opened(service);
    expect(headings(page)).to.deep.equal([
      'Что написать на этой неделе',
      'На эти вопросы нет решения 4',
      'Ответ не помог 1',
    ]);
    const lead = page.querySelector('.gap-lead');
    expect([...(lead?.querySelectorAll('li') ?? [])].map(text)).to.deep.equal([
      'Как перенести номер, пробел 1 23 вопроса',
      'Как перенести номер, пробел 3 21 вопрос',
      'Как перенести номер, пробел 4 20 вопросов',
    ]);
    const adding = `/collections/calls/tickets#new=Как+перенести+номер,+пробел+1&gap=${idOf(1)}`;
    expect(decodeURIComponent(lead?.querySelector('a')?.getAttribute('href') ?? '')).to.equal(adding);
    expect(remedies(page)[0]).to.deep.equal(['Написать обращение', adding]);
    expect(remedies(page).slice(-2)).to.deep.equal([
      ['Исправить №3105', '/collections/calls/tickets/3105#edit=true'],
      ['Добавить решение', `/collections/calls/tickets#new=Как+перенести+номер,+пробел+2&gap=${idOf(2)}`],
    ]);
    expect(service.asked).to.deep.equal(['GET C/gaps?state=open']);
    expect(announced(page)).to.equal('Показано: 5 пробелов.');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('say how often they were asked, in which words, and what is nearest', async () => {
    const { page } = await opened(gapsService({ open: [someGap(1), someGap(4)] }));
    const [first, second] = cards(page);
    expect(text(first ?? null)).to.equal(
      '23 вопроса За четыре недели, в сравнении с четырьмя до них: на 6 больше Как перенести номер, пробел 1 [ИМЯ] разбила экран, пробел 1 Все 23 Ближайшее №2011 Написать обращение Скрыть',
    );
    expect(text(second ?? null)).to.contain('на 3 меньше');
    expect(first?.querySelector('svg[role=img]')?.ariaLabel).to.equal('Вопросов в неделю за 12 недель, сейчас 5');
    expect(first?.querySelector('.gap-wordings p a')?.getAttribute('href')).to.equal(
      `/collections/calls/questions#gap=${idOf(1)}`,
    );
    expect(first?.querySelector('h4 a')?.getAttribute('href')).to.equal(`/collections/calls/questions/${idOf(10)}`);
  });

  it('are hidden with a key, the focus goes on to the next, and a failure says so', async () => {
    const service = gapsService({ open: several });
    const { page } = await opened(service);
    key('j');
    key('j');
    expect(document.activeElement?.closest<HTMLElement>('.gap-card')?.dataset['id']).to.equal(idOf(3));
    key('h');
    await until(() => page.querySelector('.gap-card.is-hidden') !== null);
    expect(service.asked.at(-1)).to.equal(`POST C/gaps/${idOf(3)}/dismiss`);
    expect(text(page.querySelector('.gap-card.is-hidden'))).to.equal(
      'Пробел скрыт, пока не придёт пять новых вопросов Вернуть',
    );
    await until(() => document.activeElement?.closest<HTMLElement>('.gap-card')?.dataset['id'] === idOf(4));
    service.refuse(new ApiError(500, 'Event log does not answer'));
    key('h');
    await until(() => page.querySelector('.gap-card kb-failure') !== null);
    expect(text(page.querySelector('.gap-card kb-failure'))).to.contain('Пробел не скрыт');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('that were hidden come back, from the line that is left or from those that are hidden', async () => {
    const service = gapsService({ open: several, dismissed: [hidden] });
    const { page } = await opened(service);
    await press(cards(page)[0] ?? page, 'Скрыть');
    await until(() => page.querySelector('.gap-card.is-hidden') !== null);
    expect(await violations(page)).to.deep.equal([]);
    page.querySelector<HTMLElement>('.gap-card.is-hidden button')?.focus();
    await press(page.querySelector('.gap-card.is-hidden') ?? page, 'Вернуть');
    await until(() => page.querySelector('.gap-card.is-hidden') === null);
    expect(service.asked.slice(-2)).to.deep.equal(
      ['dismiss', 'restore'].map((each) => `POST C/gaps/${idOf(1)}/${each}`),
    );
    await until(() => document.activeElement?.closest<HTMLElement>('.gap-card')?.dataset['id'] === idOf(1));
    await press(page, 'Скрытые');
    await until(() => cards(page).length === 1);
    await press(page, 'Вернуть');
    await until(() => page.querySelector('.gap-card.is-hidden') !== null);
    expect(service.asked.at(-1)).to.equal(`POST C/gaps/${idOf(7)}/restore`);
    expect(text(page.querySelector('.gap-card.is-hidden'))).to.equal('Пробел снова среди открытых Скрыть');
  });

  it('lead with keys to the form for a ticket, and to the history of questions', async () => {
    const { app } = await opened(gapsService({ open: several }));
    key('a');
    expect(app.visited).to.deep.equal([]);
    key('j');
    key('a');
    expect(app.visited.at(-1)).to.contain('/tickets#new=');
    for (let step = 0; step < 4; step += 1) key('j');
    key('e');
    expect(app.visited.at(-1)).to.equal('/collections/calls/tickets/3105#edit=true');
    key('1');
    expect(app.visited.at(-1)).to.equal('/collections/calls/questions');
    key('2');
    expect(app.visited.at(-1)).to.equal(address);
  });

  it('are headed by their state, and say below what ends it', async () => {
    const wrong = { kind: 'there-but-wrong' } as const;
    const service = gapsService({
      open: [someGap(1)],
      dismissed: [hidden, someGap(8, { ...wrong, state: 'dismissed' })],
      closed: [closed, someGap(9, { ...wrong, state: 'closed', closed: closed.closed })],
    });
    const headed = async (state: string) => {
      const { page } = await opened(service, state === 'open' ? '' : `show=${state}`);
      return [...headings(page), text(page.querySelector('.gap-foot'))];
    };
    expect((await headed('open')).slice(1)).to.deep.equal([
      'На эти вопросы нет решения 1',
      'Пробел закроется сам, когда обращения ответят на его вопросы.',
    ]);
    expect(await headed('dismissed')).to.deep.equal([
      'Скрыты: решения нет 1',
      'Скрыты: ответ не помог 1',
      'Скрытый пробел вернётся, когда придёт пять новых вопросов.',
    ]);
    expect(await headed('closed')).to.deep.equal([
      'Закрыты: решения не было 1',
      'Закрыты: ответ не помогал 1',
      'Закрытый пробел откроется снова, если такой вопрос опять останется без ответа.',
    ]);
    chooseLanguage('en');
    expect(await headed('closed')).to.deep.equal([
      'Closed: there was no solution 1',
      'Closed: the answer did not help then 1',
      'A closed gap opens again if such a question is left without an answer.',
    ]);
    chooseLanguage('ru');
  });

  it('are shown by their state, those that closed with the tickets that did it', async () => {
    const service = gapsService({ open: several, closed: [closed] });
    const { page, app } = await opened(service);
    await press(page, 'Закрытые');
    await until(() => page.querySelector('.gap-closed') !== null);
    expect(app.visited).to.deep.equal([`${address}#show=closed`]);
    expect(text(page.querySelector('.gap-closed'))).to.match(/^Закрыт 20 ноября( 2026)?, отвечает №П-31 №7$/);
    expect(page.querySelector('.gap-lead, .gap-card wa-button')).to.equal(null);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Скрытые');
    await until(() => text(page).includes('Скрытых пробелов нет'));
  });

  it('have further ones that come when they are asked for', async () => {
    const { page } = await opened(gapsService({ open: several }, 3));
    expect(cards(page)).to.have.length(3);
    await press(page, 'Ещё пробелы');
    await until(() => cards(page).length === 5);
    expect(text(page)).not.to.contain('Ещё пробелы');
  });

  it('say that there are none, that questions are not kept, and why they did not load', async () => {
    const none = await opened(gapsService({}));
    expect(text(none.page.querySelector('.tickets-none'))).to.contain('Пробелов нет Трёх похожих вопросов');
    expect(await violations(none.page)).to.deep.equal([]);
    const off = await opened(gapsService({}), '', someUsage({ recording: 'off', keep_days: 0 }));
    expect(text(off.page.querySelector('.tickets-none'))).to.contain('Журнал вопросов выключен');
    const service = gapsService({ open: several });
    service.refuse(new ApiError(500, 'Event log does not answer'));
    const { page } = await opened(service);
    expect(text(page.querySelector('.tickets-none'))).to.contain('Пробелы не загрузились');
    await press(page, 'Повторить');
    await until(() => cards(page).length === 5);
  });

  it('are shown in English, and fit into the narrowest window', async () => {
    chooseLanguage('en');
    const { page } = await opened(gapsService({ open: several }));
    expect(headings(page)[0]).to.equal('What to write this week');
    expect(text(page)).to.contain('23 questions');
    chooseLanguage('ru');
    await setViewport({ width: 320, height: 800 });
    await settled();
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    expect(await violations(page)).to.deep.equal([]);
  });
});
