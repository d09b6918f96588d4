import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import '../../ui/pages/search/kb-source.ts';
import type { KbSource } from '../../ui/pages/search/kb-source.ts';
import { queryWords } from '../../ui/pages/search/query-words.ts';
import { appWith, press, settled, shown, until, violations } from './support.ts';
import { address, openTickets, someTicket, text, ticketsService } from './tickets-service.ts';

const flaggedAt = '2026-11-20T09:00:00.000Z';

const flagIn = (page: Element) => page.querySelector<HTMLElement>('.drawer-head [aria-label^="Устарело"]');

describe('The flag of a ticket', () => {
  it('is set with one click in the drawer, shown in list and history, and taken off as still right', async () => {
    const { page, service } = await openTickets([someTicket('1'), someTicket('2')], { path: `${address}/1` });
    await until(() => page.querySelector('.drawer-foot') !== null);
    expect(text(page.querySelector('.tickets-tools'))).not.to.contain('Устарело');
    flagIn(page)?.click();
    await until(() => text(page.querySelector('.drawer-strip')).includes('Отмечено как устаревшее'));
    expect(service.tickets.get('1')?.flagged_at).not.to.equal(null);
    expect(text(page.querySelector('tr[data-id="1"] .tickets-state'))).to.contain('устарело?');
    expect(text(page.querySelector('.tickets-tools'))).to.contain('Устарело 1');
    expect(text(page.querySelector('kb-ticket-history'))).to.contain('Отмечено: устарело');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Всё ещё верно');
    await until(() => text(page.querySelector('.drawer-strip')) === 'Отметка снята: всё ещё верно');
    expect(service.tickets.get('1')?.flagged_at).to.equal(null);
    expect(text(page.querySelector('.tickets-tools'))).not.to.contain('Устарело');
  });

  it('filters the list, by its chip and by the address', async () => {
    const given = [someTicket('1', { flagged_at: flaggedAt }), someTicket('2')];
    const { page, app } = await openTickets(given);
    await until(() => text(page.querySelector('.tickets-tools')).includes('Устарело 1'));
    await press(page, 'Устарело 1');
    await until(() => page.querySelectorAll('tbody tr').length === 1);
    expect(app.router.location.get().fragment).to.equal('flagged=true');
    expect(await violations(page)).to.deep.equal([]);
    const linked = await openTickets(given, { fragment: 'flagged=true' });
    await until(() => linked.page.querySelectorAll('tbody tr').length === 1);
    expect(linked.service.asked.some((endpoint) => endpoint.includes('flagged=true'))).to.equal(true);
  });

  it('lets a filter find nothing, which a reset takes back with the state', async () => {
    const { page, app } = await openTickets([someTicket('1')], { fragment: 'flagged=true' });
    await press(page, 'Скрытые');
    await until(() => app.router.location.get().fragment === 'state=withdrawn&flagged=true');
    expect(text(page.querySelector('.tickets-none h3'))).to.equal('Под эти фильтры ничего не подошло');
    await press(page, 'Сбросить фильтры');
    await until(() => page.querySelectorAll('tbody tr').length === 1);
    expect(app.router.location.get().fragment).to.equal('');
  });

  it('says why it was not set', async () => {
    const { page, service } = await openTickets([someTicket('1')], { path: `${address}/1` });
    await until(() => page.querySelector('.drawer-foot') !== null);
    service.refuse('PUT', new ApiError(500, 'Event log does not answer'));
    flagIn(page)?.click();
    await until(() => text(page.querySelector('.drawer-strip')).includes('Отметка не изменилась'));
    expect(service.tickets.get('1')?.flagged_at).to.equal(null);
  });

  it('is shown with a source that was flagged before it was found', async () => {
    const service = ticketsService([someTicket('4711', { flagged_at: flaggedAt })]);
    const source = { ticket_id: '4711', score: 0.9, category: '', full_text: 'Категория: \nПроблема: а\nРешение: б' };
    const element = await shown<KbSource>(
      html`<kb-source
        .source=${{ ...source, isFlagged: true }}
        .collectionId=${'tickets'}
        .words=${queryWords('а')}
      ></kb-source>`,
      appWith({ send: service.send }),
    );
    expect(element.querySelectorAll('.ticket-chip.is-flagged')).to.have.length(1);
    expect(service.asked).to.deep.equal([]);
    element.querySelector<HTMLElement>('.source-flag')?.click();
    await until(() => element.querySelector('.ticket-chip.is-flagged') === null);
    expect(service.tickets.get('4711')?.flagged_at).to.equal(null);
  });

  it('is shown whole beside a long category, the mark of the basis and a verdict', async () => {
    await setViewport({ width: 1280, height: 800 });
    const category = 'Личный кабинет и оплата услуг связи для юридических лиц';
    const source = {
      ticket_id: 'TICKET-471138',
      score: 0.9,
      category,
      full_text: 'Категория: а\nПроблема: а\nРешение: б',
    };
    const app = appWith({ send: ticketsService([]).send });
    const element = await shown<KbSource>(
      html`<kb-source
        .source=${{ ...source, isFlagged: true }}
        .collectionId=${'tickets'}
        .words=${queryWords('а')}
        .cited=${true}
        .answerId=${'answer'}
        .canJudge=${true}
      ></kb-source>`,
      app,
    );
    app.verdicts.give('answer', { helped: true, ticket_id: 'TICKET-471138' });
    for (const width of [720, 640, 560, 480, 390]) {
      element.style.display = 'block';
      element.style.width = `${width}px`;
      await settled();
      const chips = [...element.querySelectorAll<HTMLElement>('.ticket-chip:has(.icon)')];
      expect(chips.length).to.equal(3);
      for (const chip of chips) expect(chip.scrollWidth, `${text(chip)} at ${width}`).to.be.at.most(chip.clientWidth);
      expect(element.scrollWidth, `the card at ${width}`).to.be.at.most(element.clientWidth);
    }
  });

  it('is set with one click on a source, which one more click takes back', async () => {
    const service = ticketsService([someTicket('4711')]);
    const source = { ticket_id: '4711', score: 0.9, category: '', full_text: 'Категория: \nПроблема: а\nРешение: б' };
    const app = appWith({ send: service.send });
    const element = await shown<KbSource>(
      html`<kb-source .source=${source} .collectionId=${'tickets'} .words=${queryWords('а')}></kb-source>`,
      app,
    );
    const button = () => element.querySelector<HTMLElement>('.source-flag');
    expect(button()?.ariaLabel).to.equal('Устарело: отметить №4711 для проверки');
    button()?.click();
    await until(() => element.querySelector('.ticket-chip.is-flagged') !== null);
    await settled();
    expect(service.tickets.get('4711')?.flagged_at).not.to.equal(null);
    expect(await violations(element)).to.deep.equal([]);
    button()?.click();
    await until(() => element.querySelector('.ticket-chip.is-flagged') === null);
    expect(service.tickets.get('4711')?.flagged_at).to.equal(null);
    expect(app.said).to.deep.equal(['Отмечено для проверки', 'Отметка снята: всё ещё верно']);
  });
});
