import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Source } from '../../ui/api/records.ts';
import '../../ui/pages/search/kb-source.ts';
import type { KbSource } from '../../ui/pages/search/kb-source.ts';
import { queryWords } from '../../ui/pages/search/query-words.ts';
import { appWith, press, settled, shown, violations } from './support.ts';
import { someTicket, text, ticketsService } from './tickets-service.ts';

const id = 'tickets';
const source: Source = {
  ticket_id: '4711',
  score: 0.9,
  category: 'Интернет',
  full_text: 'Категория: Интернет\nПроблема: Обрыв связи\nРешение: Обновили прошивку до 3.1.8.',
};

const shownSource = async (ticketUrl: string | null = null) => {
  const service = ticketsService([someTicket('4711')]);
  const app = appWith({ send: service.send, ticketUrl: () => Promise.resolve(ticketUrl) });
  const element = await shown<KbSource>(
    html`<kb-source .source=${source} .collectionId=${id} .words=${queryWords('связь')}></kb-source>`,
    app,
  );
  const choose = async (value: string) => {
    element.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-select', { detail: { item: { value } } }));
    await settled();
  };
  return { service, app, element, choose };
};

describe('The menu of a source', () => {
  it('has a name, and leads to the ticket; to its desk only if the collection has the address', async () => {
    const { app, element, choose } = await shownSource();
    expect(element.querySelector('.source-menu')?.ariaLabel).to.equal('Действия с №4711');
    expect(text(element.querySelector('wa-dropdown'))).not.to.contain('исходной системе');
    expect(await violations(element)).to.deep.equal([]);
    await choose('open');
    expect(app.visited).to.deep.equal(['/collections/tickets/tickets/4711']);
    const linked = await shownSource('https://desk.example/{ticket_id}');
    linked.element.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-show'));
    await settled();
    expect(text(linked.element.querySelector('wa-dropdown'))).to.contain('Открыть в исходной системе');
  });

  it('hides the ticket: a line with the way back stays, which has the focus', async () => {
    const { app, element, service, choose } = await shownSource();
    await choose('hide');
    expect(service.tickets.get('4711')?.state).to.equal('withdrawn');
    expect(text(element)).to.equal('№4711 скрыто из поиска Вернуть');
    expect(text(document.activeElement)).to.equal('Вернуть');
    expect(app.changedTickets.get()?.rows[0]?.state).to.equal('withdrawn');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Вернуть');
    expect(service.tickets.get('4711')?.state).to.equal('active');
    expect(text(element)).to.contain('Обновили прошивку до 3.1.8.');
    expect(document.activeElement?.localName).to.equal('article');
  });

  it('says why the ticket was not hidden', async () => {
    const { app, element, service, choose } = await shownSource();
    service.refuse('POST', new ApiError(0, 'Failed to fetch'));
    await choose('hide');
    expect(app.said).to.deep.equal(['Нет связи с сервисом.']);
    expect(text(element)).to.contain('Обновили прошивку');
  });

  it('shows at once what was saved elsewhere, of its own collection only, until another search', async () => {
    const { app, element } = await shownSource();
    const saved = someTicket('4711', { category: 'Сеть', solution: 'Обновили до 3.2.0.' });
    app.changedTickets.set({ collectionId: 'another', before: [], rows: [saved] });
    await settled();
    expect(text(element)).to.contain('3.1.8');
    app.changedTickets.set({ collectionId: id, before: [saved], rows: [saved] });
    await settled();
    expect(text(element)).to.contain('Обновили до 3.2.0.');
    expect(text(element.querySelector('.ticket-chip'))).to.equal('Сеть');
    // Of tickets that were selected without their texts, a change has none either.
    const { ticket_id, category, flagged_at, changed_at } = saved;
    for (const state of ['withdrawn', 'active'] as const) {
      const row = { ticket_id, category, flagged_at, changed_at, state };
      app.changedTickets.set({ collectionId: id, before: [saved], rows: [row] });
      await settled();
      expect(element.querySelector('.source-hidden') !== null).to.equal(state === 'withdrawn');
    }
    expect(text(element)).to.contain('Обновили до 3.2.0.');
    element.source = { ...source };
    await settled();
    expect(text(element)).to.contain('3.1.8');
  });
});
