import { html, nothing, type TemplateResult } from 'lit';
import {
  type AnswerClient,
  answerClient,
  type QuestionClient,
  questionClient,
  type QuestionRow,
  type Verdict,
} from '../../api/answers.ts';
import { gapClient } from '../../api/gaps.ts';
import type { Collection } from '../../api/records.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { choiceChips } from '../../components/choice-chips.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { listWithDrawer, rowDrawer, rowInList } from '../../components/list-with-drawer.ts';
import { refreshNotice } from '../../components/refresh-notice.ts';
import { stepFrom } from '../../components/row-focus.ts';
import { SingleTask } from '../../components/single-task.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { timeOfDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { downloadGolden, goldenButton } from './golden-download.ts';
import type { KbQuestionDrawer } from './kb-question-drawer.ts';
import './kb-question-drawer.ts';
import { gapsAddress } from '../gaps/gaps-address.ts';
import { questionsAddress } from './question-address.ts';
import { questionFigures } from './question-figures.ts';
import { createQuestionList, type ListedQuestions, type QuestionList } from './question-list.ts';
import { questionPanel } from './question-panel.ts';
import { questionRows } from './question-rows.ts';
import { questionSegments, segmentShortcuts } from './question-segments.ts';
import { followQuestionsLocation, type QuestionsLocation } from './questions-location.ts';

/** Whoever comes back to the tab finds what was asked meanwhile; to ask takes longer. */
const maxAgeMs = 3_000;

/** The tab of a collection's questions: figures, a list, and the one that is open beside it. List and question follow the address; `active` while the tab is shown. */
export class KbQuestionsPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
  };
  declare collection: Collection;
  declare active: boolean;
  #client: AnswerClient | undefined;
  #location: QuestionsLocation | undefined;
  #list: QuestionList | undefined;
  #questionClient: QuestionClient | undefined;
  readonly #golden = new SingleTask(this, async () => {
    const { name } = this.collection;
    if (this.#questionClient) await downloadGolden({ client: this.#questionClient, name, say: this.app.announce });
  });
  #ends: (() => void)[] = [];
  readonly #rowDrawer = rowDrawer(this, {
    openId: () => this.openId,
    show: (answerId) => this.#location?.open(answerId),
    drawer: () => this.#drawer,
  });

  constructor() {
    super();
    this.active = true;
    new ShortcutController(
      this,
      {
        j: () => this.#step(1),
        k: () => this.#step(-1),
        escape: this.#rowDrawer.close,
        ...segmentShortcuts((addressOf) => this.app.router.navigate(addressOf(this.collection.id))),
      },
      () => this.active,
    );
    new Effect(
      this,
      () => [this.active],
      ([active], before) => {
        if (active && before) for (const each of [this.#list?.page, this.#list?.figures]) each?.ensure(maxAgeMs);
      },
    );
  }

  protected override watched() {
    return [this.app.verdicts.state, this.app.usage.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { app, collection } = this;
    const location = followQuestionsLocation({ router: app.router, collectionId: collection.id });
    const client = questionClient(app.api.send, collection.id);
    const clients = { questions: client, gaps: gapClient(app.api.send, collection.id) };
    const list = createQuestionList(clients, location);
    this.#questionClient = client;
    this.#client = answerClient(app.api.send);
    this.#location = location;
    this.#list = list;
    const update = () => this.requestUpdate();
    this.#ends = [
      ...[location.route, list.page.state, list.figures.state].map((each) => each.subscribe(update)),
      list.stop,
      location.stop,
    ];
    app.usage.ensure();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#ends) end();
  }

  get openId(): string | undefined {
    return this.#location?.route.get().answerId;
  }

  get #questions(): readonly QuestionRow[] {
    return this.#list?.page.value()?.questions ?? [];
  }

  get #drawer(): KbQuestionDrawer | null {
    return this.querySelector('kb-question-drawer');
  }

  readonly open = this.#rowDrawer.open;

  readonly #step = (step: 1 | -1): void => {
    const ids = this.#questions.map(({ id }) => id);
    stepFrom(this, ids, step);
  };

  /** As it was given in this tab, else as it was loaded. */
  readonly #verdictOn = ({ id, verdict }: QuestionRow): Verdict | null => {
    const judged = this.app.verdicts.of(id);
    return judged ? judged.verdict : verdict;
  };

  #rows({ questions }: ListedQuestions): TemplateResult {
    const shown = this.#location?.route.get();
    return questionRows({
      ...{ questions, openId: this.openId, open: this.open, verdictOn: this.#verdictOn },
      addressOf: (answerId) => questionsAddress(this.collection.id, { ...shown, answerId }),
    });
  }

  #questionDrawer(openId: string): TemplateResult {
    const { row, neighbours } = rowInList(this.#questions, ({ id }) => id === openId);
    return html`<kb-question-drawer
      .client=${this.#client}
      .collectionId=${this.collection.id}
      .answerId=${openId}
      .row=${row}
      .neighbours=${neighbours}
      .verdictOn=${this.#verdictOn}
      @close=${this.#rowDrawer.close}
      @step=${({ detail }: CustomEvent<1 | -1>) => this.#step(detail)}
    ></kb-question-drawer>`;
  }

  #announcement(list: QuestionList): string {
    const page = list.page.value();
    return page ? translated(questionsMessages).announced(page.questions.length) : '';
  }

  protected override render() {
    const [list, location] = [this.#list, this.#location];
    if (!list || !location) return nothing;
    const messages = translated(questionsMessages);
    const { choice, gapId } = location.route.get();
    const { openId } = this;
    const kept = this.app.usage.value()?.questions;
    const page = list.page.state.get();
    const shownAt = messages.asOf(page.state === 'ready' ? timeOfDay(page.value.at) : '');
    const panel = {
      ...{ list, kept, collectionId: this.collection.id, choose: location.choose, turn: location.turn },
      rows: (listed: ListedQuestions) => this.#rows(listed),
    };
    const overQuota = html`<p class="notice-strip">${icon('alert')}${messages.overQuota}</p>`;
    const tools = html`<p class="questions-privacy">
        ${icon('shield')}<span>${messages.privacy(kept?.keep_days || undefined)}</span>
      </p>
      ${questionFigures(list.figures.value())}
      <div class="questions-tools">
        ${choiceChips({ names: messages.choices, chosen: choice, choose: location.choose })}
        ${goldenButton(this.#golden.action)}
      </div>
      ${kept?.recording === 'over-quota' ? overQuota : nothing} ${refreshNotice(page, list.reload, shownAt)}`;
    const ofGap = html`<p class="questions-of-gap">
        <a href=${gapsAddress(this.collection.id)}>${icon('arrow-left')}${messages.toGaps}</a>
        <span>${messages.ofGap}</span>
      </p>
      ${refreshNotice(page, list.reload, shownAt)}`;
    const isOff = kept?.recording === 'off' && this.#questions.length === 0;
    return html`<div class="frame">
      ${listWithDrawer({
        heading: translated(collectionMessages).questions,
        isSplit: openId !== undefined,
        list: html`${questionSegments(this.collection.id, gapId === undefined ? 'history' : 'gaps')}
        ${gapId !== undefined ? ofGap : isOff ? nothing : tools} ${questionPanel(panel)}`,
        drawer: openId === undefined ? nothing : this.#questionDrawer(openId),
        said: this.#announcement(list),
      })}
    </div>`;
  }
}
customElements.define('kb-questions-page', KbQuestionsPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-questions-page': KbQuestionsPage;
  }
}
