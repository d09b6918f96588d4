import { expect } from 'chai';
import { html } from 'lit';
import { signOut } from '../../ui/app-context.ts';
import '../../ui/components/kb-sign-out-question.ts';
import '../../ui/pages/login/kb-sign-in-page.ts';
import type { NewTicketDraft, TicketDraft } from '../../ui/ticket-drafts.ts';
import { appWith, press, settled, shown, someUser, violations } from './support.ts';
import { someTicket, text } from './tickets-service.ts';
import { textsOf } from '../../ui/pages/tickets/ticket-texts.ts';

const correction: TicketDraft = {
  owner: someUser.id,
  collectionId: 'c1',
  base: someTicket('47/11'),
  texts: { ...textsOf({}), problem: 'Обрыв', solution: 'Иначе' },
};
const { owner, collectionId, texts } = correction;
const added: NewTicketDraft = { owner, collectionId, texts, ticketId: '', question: '' };

const open = async (...drafts: readonly (TicketDraft | NewTicketDraft)[]) => {
  const app = appWith();
  app.session.begin('token', someUser.email);
  app.drafts.set(drafts);
  // A dialog that opens with the page would be measured before it is there.
  const page = await shown(html`<div><kb-sign-out-question></kb-sign-out-question></div>`, app);
  signOut(app);
  await settled();
  return { app, page, dialog: () => page.querySelector('kb-dialog') };
};

describe('Signing out', () => {
  it('asks nothing without a draft', async () => {
    const { app, dialog } = await open();
    expect(dialog()).to.equal(null);
    expect(app.session.token.get()).to.equal(undefined);
  });

  it('asks before a draft is deleted, shows the way to it, and can be left', async () => {
    const { app, page, dialog } = await open(correction);
    expect(app.session.token.get()).to.equal('token');
    expect(dialog()?.heading).to.equal('Есть несохранённая правка обращения №47/11. Выйти и удалить её?');
    expect(dialog()?.querySelector('a')?.getAttribute('href')).to.equal('/collections/c1/tickets/47%2F11');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Остаться');
    expect(dialog()).to.equal(null);
    expect(app.session.token.get()).to.equal('token');
    signOut(app);
    await settled();
    await press(page, 'Выйти и удалить');
    expect(app.session.token.get()).to.equal(undefined);
    expect(dialog()).to.equal(null);
  });

  it('names each of several, new tickets too', async () => {
    const { dialog } = await open(correction, added);
    expect(dialog()?.heading).to.equal('Есть несохранённые правки. Выйти и удалить их?');
    const ways = [...(dialog()?.querySelectorAll('a') ?? [])];
    expect(ways.map(text)).to.deep.equal(['Открыть правку №47/11', 'Открыть новое обращение']);
    expect(ways[1]?.getAttribute('href')).to.equal('/collections/c1/tickets#new=');
    const one = await open(added);
    expect(one.dialog()?.heading).to.contain('Есть несохранённое новое обращение');
  });
});

describe('The sign-in page after a sign-out in another tab', () => {
  it('says what waits in this one, and can delete it', async () => {
    const app = appWith();
    app.drafts.set([correction]);
    const session = { ...app.session, endedElsewhere: () => true };
    const page = await shown(html`<kb-sign-in-page></kb-sign-in-page>`, { ...app, session });
    const notice = () => page.querySelector('.notice');
    expect(text(notice())).to.contain('Правка обращения №47/11 не сохранена');
    expect(text(notice())).to.contain('Вы вышли в другой вкладке');
    expect(text(notice())).not.to.contain('Иначе');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Удалить черновик');
    expect(notice()).to.equal(null);
    expect(app.drafts.get()).to.deep.equal([]);
  });
});
