import { expect } from 'chai';
import type { TicketFact } from '../../ui/api/tickets.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { press, settled, until, violations } from './support.ts';
import { address, openTickets, someTicket, text, ticketsService } from './tickets-service.ts';

const at = (day: number) => `2026-11-0${day}T09:58:00.000Z`;
const fact = (more: Pick<TicketFact, 'change' | 'at'> & Partial<TicketFact>): TicketFact => ({
  ...{ surface: 'web', upload_id: null, undo: false, file_name: null, revision: 1, changed: [], ...more },
});
const factsOf = (page: Element) => [...page.querySelectorAll('.facts-section li > div')].map(text);

describe('The history of a ticket that uploads have stored again and updated', () => {
  it('names the file of each text that uploads gave, and goes back to the first one', async () => {
    const upload = (id: string, file: string) => ({ upload_id: id, file_name: file });
    const again = someTicket('4711', {
      ...{ revision: 3, upload_id: 'second', corrected_by: 'upload' },
      history: [
        fact({ change: 'corrected', at: at(9), revision: 3, changed: ['problem'], ...upload('third', 'октябрь.xlsx') }),
        fact({ change: 'stored', at: at(8), revision: 2, changed: ['solution'], ...upload('second', 'новый.xlsx') }),
        fact({ change: 'withdrawn', at: at(7) }),
        fact({ change: 'stored', at: at(1), ...upload('first', 'старый.xlsx') }),
      ],
    });
    const { page } = await openTickets([again], { path: `${address}/4711` });
    expect(text(page.querySelector('tr[data-id="4711"]'))).to.match(/обновлено 3 октября$/);
    page.querySelector<HTMLButtonElement>('.facts-more')?.click();
    await settled();
    expect(factsOf(page)).to.deep.equal([
      'Исправлена проблема, октябрь.xlsx Что изменилось',
      'Загружено, новый.xlsx Что изменилось Вернуть эту редакцию',
      'Скрыто из поиска',
      'Загружено, старый.xlsx Вернуть эту редакцию',
    ]);
    const addresses = [...page.querySelectorAll('.facts-section a')].map((each) => each.getAttribute('href'));
    expect(addresses).to.deep.equal(['third', 'second', 'first'].map((id) => `/collections/tickets/upload#${id}`));
    expect(await violations(page)).to.deep.equal([]);
  });
});

describe('The history of a ticket of an upload that was undone', () => {
  it('says what the undo did, of which file, in both languages', async () => {
    const undone = { undo: true, upload_id: 'second', file_name: 'октябрь.xlsx' };
    const ticket = someTicket('4711', {
      ...{ revision: 2, state: 'withdrawn' },
      history: [
        fact({ change: 'withdrawn', at: at(9), revision: 2, ...undone }),
        fact({ change: 'corrected', at: at(8), revision: 2, changed: ['solution'], ...undone }),
        fact({ change: 'withdrawn', at: at(7), undo: true }),
        fact({ change: 'stored', at: at(1) }),
      ],
    });
    const { page } = await openTickets([ticket], { path: `${address}/4711` });
    page.querySelector<HTMLButtonElement>('.facts-more')?.click();
    await settled();
    expect(factsOf(page).slice(0, 3)).to.deep.equal([
      'Скрыто отменой загрузки, октябрь.xlsx',
      'Возвращён прежний текст отменой загрузки, октябрь.xlsx Что изменилось',
      'Скрыто отменой загрузки',
    ]);
    expect(await violations(page)).to.deep.equal([]);
    chooseLanguage('en');
    await settled();
    expect(factsOf(page)[0]).to.equal('Hidden by the undo of an upload, октябрь.xlsx');
    chooseLanguage('ru');
  });
});

describe('An earlier version of a ticket', () => {
  const first = 'Переустановили драйвер и перезагрузили принтер.';
  const edited = someTicket('4711', {
    ...{ revision: 3, corrected_by: 'person' },
    history: [
      fact({ change: 'corrected', at: at(9), revision: 3 }),
      fact({ change: 'corrected', at: at(8), revision: 2, changed: ['solution'] }),
      fact({ change: 'stored', at: at(1) }),
    ],
  });
  const opened = async (texts = { solution: first }) => {
    const found = await openTickets(ticketsService([edited], { '4711/1': texts }), { path: `${address}/4711` });
    found.page.querySelector<HTMLButtonElement>('.facts-more')?.click();
    await settled();
    return found;
  };
  const takeFirst = (page: Element) =>
    press(page.querySelector('.facts-section li:last-child') ?? page, 'Вернуть эту редакцию');
  const field = (page: Element) => page.querySelector<HTMLTextAreaElement>('#edit-solution');

  it('is offered where a fact gave other texts, and a ticket that was added without a file is said to be added', async () => {
    const { page } = await opened();
    expect(factsOf(page)).to.deep.equal([
      'Исправлен клиент',
      'Исправлено решение Что изменилось Вернуть эту редакцию',
      'Добавлено Вернуть эту редакцию',
    ]);
  });

  it('is taken into the edit, is looked at there, and is saved as a correction of the present one', async () => {
    const { page, service } = await opened();
    await takeFirst(page);
    await until(() => field(page)?.value === first);
    expect(text(page.querySelector('.drawer .tickets-strip'))).to.match(
      /^Тексты редакции от 1 ноября, \d\d:58\. Проверьте и сохраните\.$/,
    );
    expect(text(page.querySelector('.editor-changed'))).to.equal('изменено решение');
    expect(service.tickets.get('4711')?.revision).to.equal(3);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Сохранить');
    await until(() => service.tickets.get('4711')?.revision === 4);
    expect(service.tickets.get('4711')?.solution).to.equal(first);
    expect(field(page)).to.equal(null);
  });

  it('is said to be the present one if it is, and that it did not come', async () => {
    const { page, app, service } = await opened({ solution: edited.solution });
    await takeFirst(page);
    await until(() => app.said.length === 1);
    expect(app.said[0]).to.equal('Тексты этой редакции такие же, как сейчас');
    service.refuse('GET /api/collections/tickets/tickets/4711/history', new ApiError(500, 'Index does not answer'));
    await takeFirst(page);
    await until(() => app.said.length === 2);
    expect(app.said[1]).to.match(/^Тексты не загрузились\. /);
    expect(field(page)).to.equal(null);
  });
});
