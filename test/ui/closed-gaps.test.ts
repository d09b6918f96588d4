import { expect } from 'chai';
import { closedGaps } from '../../ui/components/closed-gaps.ts';
import { answerCopy } from '../../ui/pages/search/answer-markdown.ts';
import { freshBrowser, replies, searched, text } from './search-page.ts';
import { settled, until } from './support.ts';
import { openTickets, someTicket, ticketsService } from './tickets-service.ts';

beforeEach(freshBrowser);

/** Texts as they are stored without their links, and as they are shown. */
const shown: readonly (readonly [stored: string, shown: string])[] = [
  ['Файлы лежат на сервер .', 'Файлы лежат на сервер.'],
  ['Зайдите на портал , затем нажмите «Вход» !', 'Зайдите на портал, затем нажмите «Вход»!'],
  ['[ИМЯ] , всё на портале [ИМЯ] .', '[ИМЯ], всё на портале [ИМЯ].'],
  ['На портале () и на сайте ( ) .', 'На портале и на сайте.'],
  ['() Портал() открыт', 'Портал открыт'],
  ['Как войти (см. ), затем (см. , п. 2), (инструкция: )', 'Как войти (см.), затем (см., п. 2), (инструкция)'],
  ['По ссылке: , затем по ссылке: .', 'По ссылке, затем по ссылке.'],
  ['Готово! .', 'Готово!'],
  ['. Затем нажмите «Вход»\n, там сохраните', 'Затем нажмите «Вход»\nтам сохраните'],
  ['Go to () and sign in , then wait ?', 'Go to and sign in, then wait?'],
];

/** What is shown as it is stored. */
const kept = [
  ...['Перейдите по ссылке:', 'По ссылке:\n1. Нажмите', 'Спасибо :) всё работает', 'Подождите ... и повторите'],
  ...['Выполните git add . и docker build .', 'cp *.log .', 'файл .env и .NET', 'Вызовите main() или () => { x }'],
  ...['a != b', 'Оставьте «» и []', 'C :\\temp', '10 .. 20', '1 . 2'],
];

describe('A text that links were removed from', () => {
  for (const [stored, wanted] of shown)
    it(`is shown without gaps: ${wanted}`, () => {
      expect(closedGaps(stored)).to.equal(wanted);
      expect(closedGaps(wanted)).to.equal(wanted);
    });

  for (const each of kept)
    it(`is shown as it is: ${each}`, () => {
      expect(closedGaps(each)).to.equal(each);
    });

  it('keeps its words, whatever is hostile in it, in time', () => {
    const hostile = ['( '.repeat(20_000), ' ,'.repeat(20_000), '() '.repeat(20_000), ': .'.repeat(20_000)].join('а');
    const start = performance.now();
    expect(closedGaps(hostile).replaceAll(/[^а]/g, '')).to.equal('ааа');
    expect(performance.now() - start).to.be.lessThan(500);
  });

  it('is copied as it is shown, but for its code', () => {
    const { text: plain, html } = answerCopy('Лежат на **сервере** , на портале () .\n\n- шаг на `cd .` .');
    expect(plain).to.equal('Лежат на сервере , на портале.\n\n• шаг на cd . .');
    expect(html).to.contain('на портале.');
    expect(answerCopy('а'.repeat(8_000) + ' на сервер .').text).to.match(/ на сервер\.$/);
  });

  it('is shown so in an answer, its source and its copy', async () => {
    const solution = 'Выложили файлы на сервер . Зайдите на портал () .';
    const [first, ...others] = replies.found.sources;
    const sources = [
      { ...first, full_text: `Категория: \nПроблема: Где файлы , спросила [ИМЯ] ?\nРешение: ${solution}` },
    ];
    const found = { answer: null, sources: [...sources, ...others] } as typeof replies.found;
    const { page } = await searched(found, { ...found, answer: solution });
    await until(() => text(page.querySelector('kb-answer .answer-text')) !== '');
    const closed = 'Выложили файлы на сервер. Зайдите на портал.';
    expect(text(page.querySelector('kb-answer .answer-text'))).to.equal(closed);
    expect(text(page.querySelector('kb-source dd.ticket-solution'))).to.equal(closed);
    expect(text(page.querySelector('kb-source dd.ticket-problem'))).to.equal('Где файлы, спросила [ИМЯ]?');
    const copies = page.querySelectorAll<HTMLElement & { readonly text: string }>('kb-source kb-copy-button');
    expect(copies[0]?.text).to.contain(closed);
  });

  it('is shown so in the list and the drawer, but stays as it is stored where it is edited', async () => {
    const problem = 'Не открывается сайт , вход () .';
    const { page } = await openTickets(ticketsService([someTicket('4711', { problem })]));
    expect(text(page.querySelector('.tickets-problem a'))).to.equal('Не открывается сайт, вход.');
    page.querySelector<HTMLElement>('.tickets-problem a')?.click();
    await settled();
    expect(text(page.querySelector('.drawer-problem:is(dd)'))).to.equal('Не открывается сайт, вход.');
    page.querySelector<HTMLElement>('.drawer-foot wa-button')?.click();
    await until(() => page.querySelector('#edit-problem') !== null);
    expect(page.querySelector<HTMLTextAreaElement>('#edit-problem')?.value).to.equal(problem);
  });
});
