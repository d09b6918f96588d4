import { expect } from 'chai';
import { html } from 'lit';
import type { Gap } from '../../ui/api/gaps.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { gapCard } from '../../ui/pages/gaps/gap-card.ts';
import '../../ui/components/web-awesome.ts';
import { text } from './search-page.ts';
import { shown, violations } from './support.ts';

afterEach(() => chooseLanguage('ru'));

/** A gap of answers that did not help; five of them were based on these tickets, by how many. */
const gapOf = (...counts: readonly (readonly [id: string, answers: number])[]): Gap => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', kind: 'there-but-wrong', state: 'open', count: 6, growth: 2 },
  ...{ first_day: '2026-09-14', last_day: '2026-11-20' },
  ...{ weeks: [0, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 5], closed: null, nearest: { ticket_id: '2011', score: 0.31 } },
  wordings: [{ answer_id: '00000000-0000-4000-8000-000000000002', question: 'Как перенести номер' }],
  based_on: { answers: 5, tickets: counts.map(([ticket_id, answers]) => ({ ticket_id, answers })) },
});

const cardOf = async (gap: Gap) => {
  const card = gapCard({ gap, collectionId: 'calls', moving: undefined, move: () => undefined });
  const list = await shown(
    html`<ul>
      ${card}
    </ul>`,
  );
  const said = (selector: string) => text(list.querySelector(selector));
  const links = [...list.querySelectorAll('a, wa-button')].map((each) => each.getAttribute('href') ?? '');
  return { list, said, editing: links.map(decodeURIComponent).filter((each) => each.endsWith('#edit=true')) };
};

describe('A gap of answers that did not help', () => {
  it('leads to the ticket that most of them were based on, and says how many', async () => {
    const { list, said, editing } = await cardOf(gapOf(['3105', 4], ['2011', 1]));
    expect(said('.action-row')).to.equal('Исправить №3105 источник 4 из 5 ответов Добавить решение Скрыть');
    expect(editing).to.deep.equal(['/collections/calls/tickets/3105#edit=true']);
    expect(text(list)).not.to.contain('2011');
    expect(await violations(list)).to.deep.equal([]);
    chooseLanguage('en');
    expect((await cardOf(gapOf(['3105', 4]))).said('.gap-source')).to.equal('source of 4 of 5 answers');
  });

  it('lists up to three tickets where none stands out', async () => {
    const { list, said, editing } = await cardOf(gapOf(['А/1', 2], ['Б-2', 2], ['В-3', 1]));
    expect(said('.gap-nearest')).to.equal(
      'Ответы писали по разным обращениям: Исправить №А/1 (источник 2 из 5 ответов) Исправить №Б-2 (источник 2 из 5 ответов) Исправить №В-3 (источник 1 из 5 ответов)',
    );
    expect(said('.action-row')).to.equal('Добавить решение Скрыть');
    expect(editing.map((each) => decodeURIComponent(each))).to.include('/collections/calls/tickets/А/1#edit=true');
    expect(editing).to.have.length(3);
    expect(await violations(list)).to.deep.equal([]);
  });

  it('leads to none where no answer names a ticket: that which was nearest may be right', async () => {
    const { said, editing } = await cardOf(gapOf());
    expect(said('.gap-nearest')).to.equal('Ближайшее №2011');
    expect(said('.action-row')).to.equal('Написать обращение Скрыть');
    expect(editing).to.deep.equal([]);
  });
});
