import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Erasure, ErasureStep } from '../../ui/api/erasures.ts';
import '../../ui/pages/erasures/kb-erasure-page.ts';
import { appWith, press, settled, shown, violations } from './support.ts';
import { drawer, numbers, openTickets, someTicket, text } from './tickets-service.ts';

const three = ['4811', '4802', '4781'].map((id) => someTicket(id));
const dialog = (page: Element) => page.querySelector('kb-erase-dialog');
const confirmField = (page: Element) => page.querySelector<HTMLInputElement>('#erase-confirm');
const eraseButton = (page: Element) =>
  [...(dialog(page)?.querySelectorAll<HTMLElement & { disabled: boolean }>('wa-button') ?? [])].at(-1);

const type = async (page: Element, value: string): Promise<void> => {
  const field = confirmField(page);
  if (!field) throw new Error('There is no field');
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settled();
};

const step = (name: ErasureStep['step'], state: ErasureStep['state'], found = {}): ErasureStep => ({
  ...{ step: name, state, found, reason: null },
  at: state === 'verified' ? '2026-11-21T11:07:31.000Z' : null,
});

const someErasure = (more: Partial<Erasure> = {}): Erasure => ({
  ...{ id: 'e1', number: 31, state: 'proven', surface: 'web', requested_for: 'Заявление клиента от 20 ноября' },
  ...{ requested_at: '2026-11-21T11:07:31.000Z', proven_at: '2026-11-21T11:10:04.000Z' },
  ...{ requested_by: 'support@svyaz.example', collection_id: 'c1', collection_name: 'Поддержка абонентов' },
  tickets: [{ ticket_id: '4711', revisions: 2 }],
  ...{ outcome: 'erased', unknown: 0, erased_before: 0, elsewhere: [], remaining: 0 },
  steps: [
    step('hidden', 'verified'),
    step('event_log', 'verified', { streams: 1, events: 5 }),
    step('read_models', 'verified', { pieces: 4, left: 0 }),
    step('index', 'verified'),
    step('uploads', 'verified'),
    step('backups', 'outside'),
  ],
  ...more,
});

const marks = { sha256: 'ab'.repeat(32), signature: 'cd'.repeat(32) };

const openReceipt = async (erasure: () => Erasure) => {
  const app = appWith({
    send: (endpoint) => {
      const answer = erasure();
      return Promise.resolve(new Response(JSON.stringify(endpoint.endsWith('/receipt') ? marks : answer)));
    },
  });
  const page = await shown(html`<kb-erasure-page .collectionId=${'c1'} .erasureId=${'e1'}></kb-erasure-page>`, app);
  await settled();
  return { page, app };
};

describe('A receipt that is not there', () => {
  it('is named as such, not as a collection', async () => {
    const missing = new ApiError(404, 'Erasure not found', { code: 'erasure-not-found' });
    const app = appWith({ send: () => Promise.reject(missing) });
    const page = await shown(html`<kb-erasure-page .collectionId=${'c1'} .erasureId=${'e9'}></kb-erasure-page>`, app);
    expect(text(page)).to.contain('Такой справки нет');
    expect(text(page)).not.to.contain('коллекции нет');
    expect(await violations(page)).to.deep.equal([]);
  });
});

describe('Tickets that are erased', () => {
  it('need their number typed, leave the list, and show their receipt', async () => {
    const { page, app, service } = await openTickets(three, { path: '/collections/tickets/tickets/4802' });
    await press(drawer(page) ?? page, 'Удалить навсегда');
    expect(await violations(page)).to.deep.equal([]);
    expect(text(dialog(page))).to.contain('№4802 больше не загрузится');
    expect(eraseButton(page)?.disabled).to.equal(true);
    await type(page, '4811');
    expect(eraseButton(page)?.disabled).to.equal(true);
    for (const same of [' 4802 ', '№4802', '№ 480']) {
      await type(page, same);
      expect(eraseButton(page)?.disabled, same).to.equal(!same.includes('4802'));
    }
    await type(page, '№4802');
    const reason = page.querySelector<HTMLInputElement>('#erase-reason');
    if (reason) reason.value = ' Заявление ';
    eraseButton(page)?.click();
    await settled();
    expect(service.erased).to.deep.equal([{ ticket_ids: ['4802'], requested_for: 'Заявление' }]);
    expect(app.visited.at(-1)).to.equal('/collections/tickets/erasures/erasure-1');
    expect(app.changedTickets.get()?.rows).to.deep.equal([]);
  });

  it('need how many they are typed, if several are selected', async () => {
    const { page, service } = await openTickets(three);
    for (const box of [...page.querySelectorAll<HTMLInputElement>('tbody input')].slice(0, 2)) box.click();
    await settled();
    await press(page.querySelector('.tickets-foot') ?? page, 'Удалить навсегда');
    await type(page, '4811');
    expect(eraseButton(page)?.disabled).to.equal(true);
    await type(page, '2');
    eraseButton(page)?.click();
    await settled();
    expect(service.erased).to.deep.equal([{ ticket_ids: ['4811', '4802'] }]);
    expect(numbers(page)).to.deep.equal(['4781']);
    expect(dialog(page)).to.equal(null);
  });

  it('stay if the service refuses, with the reason; hiding them is one press away', async () => {
    const { page, service } = await openTickets(three, { path: '/collections/tickets/tickets/4802' });
    await press(drawer(page) ?? page, 'Удалить навсегда');
    await type(page, '4802');
    service.refuse('POST', new ApiError(0, 'Failed to fetch'));
    eraseButton(page)?.click();
    await settled();
    expect(dialog(page)?.querySelector('[role=alert]')).to.not.equal(null);
    dialog(page)?.querySelector<HTMLElement>('.link')?.click();
    await settled();
    expect(dialog(page)).to.equal(null);
    expect(service.tickets.get('4802')?.state).to.equal('withdrawn');
    expect(service.erased).to.deep.equal([]);
  });

  it('lead to their receipt where somebody else has erased them', async () => {
    const { page, service, go } = await openTickets(three);
    service.refuse(
      'GET /api/collections/tickets/tickets/9',
      new ApiError(410, 'The ticket was erased', { erasureId: 'e9' }),
    );
    await go('/collections/tickets/tickets/9');
    expect(text(drawer(page))).to.contain('Обращение удалено навсегда');
    expect(drawer(page)?.querySelector('wa-button')?.getAttribute('href')).to.equal('/collections/tickets/erasures/e9');
  });
});

describe('The receipt of an erasure', () => {
  it('says what was looked at, with its fingerprint', async () => {
    const { page } = await openReceipt(() => someErasure());
    expect(text(page.querySelector('h1'))).to.equal('Справка об удалении обращения');
    expect(text(page.querySelector('.erasure-badge'))).to.equal('Удалено и проверено');
    expect(text(page)).to.contain('Обращение №4711, 2 редакции');
    expect(text(page)).to.contain('Потока обращения нет, было 5 событий');
    expect(text(page)).to.contain('Строк нет, в файлах данных 0 остатков');
    for (const mark of Object.values(marks)) expect(text(page)).to.contain(mark);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('never says more than was verified: what is open, what is repeated, what waits for the server', async () => {
    const open = [
      step('hidden', 'verified'),
      { ...step('event_log', 'failed'), reason: 'Event log did not answer' },
      step('read_models', 'waiting'),
    ];
    const { page } = await openReceipt(() => someErasure({ state: 'running', proven_at: null, steps: open }));
    expect(text(page.querySelector('.erasure-badge'))).to.equal('Удаляется, 1 из 3 шагов');
    expect(text(page)).to.contain('не удалось, повторяем');
    expect(text(page)).to.contain('Журнал событий не отвечает');
    for (const mark of Object.values(marks)) expect(text(page)).to.not.contain(mark);
    expect(await violations(page)).to.deep.equal([]);
    const waiting = [...someErasure().steps.slice(0, 5), step('log_disk', 'waiting')];
    const other = await openReceipt(() => someErasure({ state: 'waiting', proven_at: null, steps: waiting }));
    expect(text(other.page.querySelector('.erasure-badge'))).to.equal('Скрыто, ждём очистки сервера');
    expect(text(other.page)).to.contain('с диска уйдёт со следующей очисткой EventStoreDB');
  });

  it('says that the text was not searched for where that is so', async () => {
    const steps = [step('read_models', 'verified', { pieces: 0, left: 0 })];
    const { page } = await openReceipt(() => someErasure({ steps }));
    expect(text(page)).to.contain('в файлах по тексту не искали');
  });

  it('is headed so where nothing or not all was found, and then shows no step that looked at nothing', async () => {
    const missing = someErasure({ outcome: 'nothing', tickets: [], unknown: 2 });
    const { page } = await openReceipt(() => missing);
    expect(text(page.querySelector('h1'))).to.equal('Удалять было нечего');
    expect(text(page.querySelector('.erasure-badge'))).to.equal('Ничего не удалено');
    expect(text(page)).to.contain('2 номеров из запроса в коллекции нет');
    expect(page.querySelector('.erasure-steps')).to.equal(null);
    expect(await violations(page)).to.deep.equal([]);
    const partly = await openReceipt(() => someErasure({ outcome: 'partly', unknown: 1 }));
    expect(text(partly.page.querySelector('h1'))).to.equal('Справка об удалении обращения: найдены не все');
  });

  it('says that the records of uploads went with a collection that was deleted meanwhile', async () => {
    const steps = (kept: number) => [step('uploads', 'verified', { outcomes: 2, kept })];
    const { page } = await openReceipt(() => someErasure({ steps: steps(0) }));
    expect(text(page)).to.contain('Удалены вместе с коллекцией');
    const other = await openReceipt(() => someErasure({ steps: steps(2) }));
    expect(text(other.page)).to.contain('Остались номер и исход');
  });

  it('names the other tickets that have the text, of its collection and of others', async () => {
    const same = { collection_id: 'c2', collection_name: 'Архив', ticket_ids: ['12', '15'], tickets: 5 };
    const other = { ...same, collection_name: 'Выгрузка', ticket_ids: ['3'], tickets: 1 };
    const here = { ...same, collection_id: 'c1', collection_name: 'Поддержка', ticket_ids: ['7'], tickets: 1 };
    const { page } = await openReceipt(() => someErasure({ elsewhere: [here, same, other] }));
    expect(text(page)).to.contain(
      'Остаётся у других обращений: в этой коллекции №7; «Архив» №12, №15 и ещё 3; «Выгрузка» №3',
    );
  });

  it('has the masks of what was hidden in words, since nothing on paper explains them', async () => {
    const { page } = await openReceipt(() =>
      someErasure({ requested_for: 'Просила [ИМЯ], [ТЕЛЕФОН] и [EMAIL], письмо [А]' }),
    );
    expect(text(page)).to.contain('Просила [имя скрыто], [телефон скрыт] и [почта скрыта], письмо [А]');
  });

  it('is looked at again while it runs', async () => {
    let asked = 0;
    const { page } = await openReceipt(() => {
      asked += 1;
      return asked === 1 ? someErasure({ state: 'running', proven_at: null }) : someErasure();
    });
    expect(text(page.querySelector('.erasure-badge'))).to.contain('Удаляется');
    await new Promise((done) => setTimeout(done, 2_500));
    await settled();
    expect(text(page.querySelector('.erasure-badge'))).to.equal('Удалено и проверено');
    expect(text(page.querySelector('[role=status].visually-hidden'))).to.equal('Удаление завершено и проверено');
  });
});

describe('The list of tickets', () => {
  it('is downloaded behind its filter', async () => {
    const { page, service } = await openTickets(three, { fragment: 'state=withdrawn&text=обрыв' });
    const button = page.querySelector<HTMLElement>('[aria-label="Скачать найденные"]');
    button?.click();
    await settled();
    const asked = service.asked.find((endpoint) => endpoint.includes('export.jsonl')) ?? '';
    expect(decodeURIComponent(asked)).to.contain('state=withdrawn&text=обрыв');
  });
});
