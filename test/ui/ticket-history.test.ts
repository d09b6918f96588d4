import { expect } from 'chai';
import type { TicketFact } from '../../ui/api/tickets.ts';
import { settled, violations } from './support.ts';
import { address, openTickets, someTicket, text } from './tickets-service.ts';

const at = (day: number) => `2026-11-0${day}T09:58:00.000Z`;
const fact = (more: Pick<TicketFact, 'change' | 'at'> & Partial<TicketFact>): TicketFact => ({
  ...{ surface: 'web', upload_id: null, file_name: null, revision: 1, changed: [], ...more },
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
      'Загружено, новый.xlsx Что изменилось',
      'Скрыто из поиска',
      'Загружено, старый.xlsx',
    ]);
    const addresses = [...page.querySelectorAll('.facts-section a')].map((each) => each.getAttribute('href'));
    expect(addresses).to.deep.equal(['third', 'second', 'first'].map((id) => `/collections/tickets/upload#${id}`));
    expect(await violations(page)).to.deep.equal([]);
  });
});
