import { html, nothing, type TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
import { type Gap, type GapClient, gapClient, type GapKind, type GapState } from '../../api/gaps.ts';
import type { Collection } from '../../api/records.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { choiceChips } from '../../components/choice-chips.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { listWithDrawer } from '../../components/list-with-drawer.ts';
import { PagedList } from '../../components/paged-list.ts';
import { focusedRow, focusRow, stepFrom } from '../../components/row-focus.ts';
import { commonMessages } from '../../messages/common.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { tabArrivals } from '../collection/tab-arrivals.ts';
import { questionSkeleton } from '../questions/question-rows.ts';
import { questionSegments, segmentShortcuts } from '../questions/question-segments.ts';
import { addingTo, correctingAddress, gapCard, type Moving } from './gap-card.ts';
import { gapLead } from './gap-lead.ts';
import { gapSection } from './gap-section.ts';
import { gapsAddress, gapsRoute } from './gaps-address.ts';
import { noGaps, waitingQuestions } from './no-gaps.ts';

/** Whoever comes back to the tab after so long finds what was asked meanwhile. */
const maxAgeMs = 60_000;

const kinds: readonly GapKind[] = ['nothing-there', 'there-but-wrong'];

/** The gaps of a collection: first what to write this week, then what has no ticket, and apart from that what has one that does not help. `active` while it is shown. */
export class KbGapsPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
    shown: { state: true },
    moves: { state: true },
    ungrouped: { state: true },
  };
  declare collection: Collection;
  declare active: boolean;
  declare shown: GapState;
  /** Questions that were in no gap yet when the list was loaded. */
  declare ungrouped: number;
  /** By the ids of the gaps that were hidden, or shown again, since the list was loaded. */
  declare moves: ReadonlyMap<string, Moving>;
  /** None is opened beside the list. */
  readonly openId: undefined;
  #client: GapClient | undefined;
  #loadedAt = 0;
  #unfollow: (() => void) | undefined;
  readonly #list = new PagedList<Gap>(this, async (after, signal) => {
    const { gaps = [], ungrouped = 0, next = null } = (await this.#client?.page(this.shown, after, signal)) ?? {};
    this.ungrouped = ungrouped;
    return { items: gaps, next };
  });

  constructor() {
    super();
    this.active = true;
    this.shown = 'open';
    this.moves = new Map();
    this.ungrouped = 0;
    const onFocused = (action: (gap: Gap) => void) => () => {
      const gap = this.#focused;
      if (gap && !gap.closed) action(gap);
    };
    const actions = {
      j: () => stepFrom(this, this.#ids, 1),
      k: () => stepFrom(this, this.#ids, -1),
      a: onFocused((gap) => this.app.router.navigate(addingTo(this.collection.id, gap))),
      e: onFocused((gap) => {
        const address = correctingAddress(this.collection.id, gap);
        if (address !== undefined) this.app.router.navigate(address);
      }),
      h: onFocused((gap) => void this.#move(gap)),
    };
    new ShortcutController(
      this,
      { ...actions, ...segmentShortcuts((addressOf) => this.app.router.navigate(addressOf(this.collection.id))) },
      () => this.active,
    );
    new Effect(
      this,
      () => [this.active],
      ([active], before) => {
        if (active && before && this.#isStale()) this.#load();
      },
    );
  }

  protected override watched() {
    return [this.app.usage.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { app, collection } = this;
    this.#client = gapClient(app.api.send, collection.id);
    const arrived = tabArrivals({
      routeOf: (location) => gapsRoute(collection.id, location),
      addressOf: (route) => gapsAddress(collection.id, route),
      start: gapsAddress(collection.id),
    });
    const follow = () => {
      const found = arrived(app.router.location.get());
      if (found && 'restore' in found) app.router.navigate(found.restore, { replace: true });
      else if (found && found.state !== this.shown) this.#show(found.state);
    };
    this.#unfollow = app.router.location.subscribe(follow);
    follow();
    if (this.#loadedAt === 0) this.#load();
    app.usage.ensure();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow?.();
  }

  #show(state: GapState): void {
    this.shown = state;
    this.#list.clear();
    this.#load();
  }

  /** A list that is empty, or lacks questions, is soon another. */
  #isStale(): boolean {
    return Date.now() - this.#loadedAt > maxAgeMs || this.ungrouped > 0 || this.#list.items?.length === 0;
  }

  #load(): void {
    this.#loadedAt = Date.now();
    this.moves = new Map();
    this.#list.loadFirst();
  }

  get #gaps(): readonly Gap[] {
    return this.#list.items ?? [];
  }

  /** In the order of the page. */
  get #ids(): readonly string[] {
    return kinds.flatMap((kind) => this.#gaps.filter((gap) => gap.kind === kind)).map(({ id }) => id);
  }

  get #focused(): Gap | undefined {
    const id = focusedRow(this);
    return this.#gaps.find((gap) => gap.id === id && this.moves.get(id) !== 'done');
  }

  readonly open = (): void => undefined;

  readonly #choose = (state: GapState): void =>
    this.app.router.navigate(gapsAddress(this.collection.id, { state }), { replace: true });

  /** Hides a gap, or shows a hidden one again; one that was moved goes back. The focus goes to the next one, or back with it. */
  async #move({ id, state }: Gap): Promise<void> {
    const before = this.moves.get(id);
    if (before === 'running') return;
    const become = (moving: Moving) => (this.moves = new Map(this.moves).set(id, moving));
    const isBack = before === 'done';
    if (!isBack) become('running');
    try {
      await this.#client?.[(state === 'dismissed') === isBack ? 'dismiss' : 'restore'](id);
    } catch (error) {
      if (isBack) this.app.announce(requestErrorText(asApiError(error)));
      else become(asApiError(error));
      return;
    }
    const hadFocus = focusedRow(this) === id;
    if (isBack) this.moves = new Map([...this.moves].filter(([each]) => each !== id));
    else become('done');
    if (!hadFocus) return;
    await this.updateComplete;
    if (isBack) {
      focusRow(this, id);
      return;
    }
    const left = this.#ids.filter((each) => this.moves.get(each) !== 'done');
    focusRow(this, left.find((each) => this.#ids.indexOf(each) > this.#ids.indexOf(id)) ?? left.at(-1));
  }

  #section(kind: GapKind): TemplateResult | typeof nothing {
    const gaps = this.#gaps.filter((gap) => gap.kind === kind);
    const card = (gap: Gap) =>
      gapCard({
        ...{ gap, collectionId: this.collection.id, moving: this.moves.get(gap.id) },
        move: () => void this.#move(gap),
      });
    return gapSection({ state: this.shown, kind, gaps }, card);
  }

  #body(): TemplateResult {
    const messages = translated(gapsMessages);
    const { items, failure, next, busy } = this.#list;
    const failed = failure
      ? html`<kb-failure
          heading=${messages.failed}
          .error=${failure}
          retriable
          @retry=${() => this.#list.retry()}
        ></kb-failure>`
      : nothing;
    if (!items && failure) return html`<div class="panel tickets-none">${failed}</div>`;
    if (!items)
      return html`<div class="panel" role="status">
        <span class="visually-hidden">${translated(commonMessages).loading}</span>${questionSkeleton()}
      </div>`;
    const isOff = this.app.usage.value()?.questions.recording === 'off';
    const waiting = { ungrouped: this.ungrouped, look: () => this.#load() };
    if (items.length === 0) return html`${failed}${noGaps(this.shown, isOff, waiting)}`;
    const more = html`<wa-button appearance="outlined" ?loading=${busy} @click=${() => this.#list.more()}
      >${messages.more}</wa-button
    >`;
    return html`${failed} ${this.shown === 'open' ? gapLead(this.collection.id, items) : nothing}
      ${kinds.map((kind) => this.#section(kind))} ${next === null ? nothing : more}
      <p class="gap-foot">
        ${icon('circle-check')}<span>${messages.foot[this.shown]}</span>${this.shown === 'open' ? waitingQuestions(waiting) : nothing}
      </p>`;
  }

  protected override render() {
    const messages = translated(gapsMessages);
    const { items } = this.#list;
    return html`<div class="frame">
      ${listWithDrawer({
        heading: messages.gaps,
        isSplit: false,
        list: html`<div class="gap-tools">
            ${questionSegments(this.collection.id, 'gaps')}
            ${choiceChips({ names: messages.states, chosen: this.shown, choose: this.#choose })}
          </div>
          ${this.#body()}`,
        drawer: nothing,
        said: items ? messages.announced(items.length) : '',
      })}
    </div>`;
  }
}
customElements.define('kb-gaps-page', KbGapsPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-gaps-page': KbGapsPage;
  }
}
