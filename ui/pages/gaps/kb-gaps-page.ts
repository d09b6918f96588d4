import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
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
import { figure } from '../../messages/format.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { tabArrivals } from '../collection/tab-arrivals.ts';
import { questionSkeleton } from '../questions/question-rows.ts';
import { questionSegments, segmentShortcuts } from '../questions/question-segments.ts';
import { gapCard, type Hiding, remedyAddress } from './gap-card.ts';
import { gapLead } from './gap-lead.ts';
import { gapsAddress, gapsRoute } from './gaps-address.ts';

/** Whoever comes back to the tab after so long finds what was asked meanwhile. */
const maxAgeMs = 60_000;

const kinds: readonly GapKind[] = ['nothing-there', 'there-but-wrong'];

/** The gaps of a collection: first what to write this week, then what has no ticket, and apart from that what has one that does not help. `active` while it is shown. */
export class KbGapsPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
    shown: { state: true },
    hidings: { state: true },
  };
  declare collection: Collection;
  declare active: boolean;
  declare shown: GapState;
  /** By the ids of the gaps that were hidden since the list was loaded. */
  declare hidings: ReadonlyMap<string, Hiding>;
  /** None is opened beside the list. */
  readonly openId: undefined;
  #client: GapClient | undefined;
  #loadedAt = 0;
  #unfollow: (() => void) | undefined;
  readonly #list = new PagedList<Gap>(this, async (after, signal) => {
    const { gaps = [], next = null } = (await this.#client?.page(this.shown, after, signal)) ?? {};
    return { items: gaps, next };
  });

  constructor() {
    super();
    this.active = true;
    this.shown = 'open';
    this.hidings = new Map();
    const actions = {
      j: () => stepFrom(this, this.#ids, 1),
      k: () => stepFrom(this, this.#ids, -1),
      a: () => this.#remedy(),
      h: () => this.#hideFocused(),
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
        if (active && before && Date.now() - this.#loadedAt > maxAgeMs) this.#load();
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

  #load(): void {
    this.#loadedAt = Date.now();
    this.hidings = new Map();
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
    return this.#gaps.find((gap) => gap.id === id && this.hidings.get(id) !== 'done');
  }

  readonly open = (): void => undefined;

  readonly #choose = (state: GapState): void =>
    this.app.router.navigate(gapsAddress(this.collection.id, { state }), { replace: true });

  #remedy(): void {
    const gap = this.#focused;
    if (gap && !gap.closed) this.app.router.navigate(remedyAddress(this.collection.id, gap));
  }

  #hideFocused(): void {
    const gap = this.#focused;
    if (gap && this.shown === 'open') void this.#hide(gap);
  }

  /** Hides a gap; the focus goes to the next one. */
  async #hide({ id }: Gap): Promise<void> {
    if (this.hidings.get(id) === 'running') return;
    const become = (hiding: Hiding) => (this.hidings = new Map(this.hidings).set(id, hiding));
    become('running');
    try {
      await this.#client?.dismiss(id);
    } catch (error) {
      become(asApiError(error));
      return;
    }
    const hadFocus = focusedRow(this) === id;
    become('done');
    if (!hadFocus) return;
    await this.updateComplete;
    const left = this.#ids.filter((each) => this.hidings.get(each) !== 'done');
    focusRow(this, left.find((each) => this.#ids.indexOf(each) > this.#ids.indexOf(id)) ?? left.at(-1));
  }

  #section(kind: GapKind): TemplateResult | typeof nothing {
    const gaps = this.#gaps.filter((gap) => gap.kind === kind);
    if (gaps.length === 0) return nothing;
    const { kinds: headings } = translated(gapsMessages);
    const card = (gap: Gap) =>
      gapCard({
        ...{ gap, collectionId: this.collection.id, hiding: this.hidings.get(gap.id) },
        hide: this.shown === 'open' ? () => void this.#hide(gap) : undefined,
      });
    return html`<section class="panel gap-section" aria-labelledby="gaps-${kind}">
      <h3 id="gaps-${kind}">${headings[kind]} <span>${figure(gaps.length)}</span></h3>
      <ul>
        ${repeat(gaps, ({ id }) => id, card)}
      </ul>
    </section>`;
  }

  #none(): TemplateResult {
    const messages = translated(gapsMessages);
    const { off, offText } = translated(questionsMessages);
    const isOff = this.app.usage.value()?.questions.recording === 'off';
    return html`<div class="panel tickets-none">
      <h3 tabindex="-1">${isOff ? off : messages.none[this.shown]}</h3>
      <p>${isOff ? offText : messages.noneText[this.shown]}</p>
    </div>`;
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
    if (items.length === 0) return html`${failed}${this.#none()}`;
    const more = html`<wa-button appearance="outlined" ?loading=${busy} @click=${() => this.#list.more()}
      >${messages.more}</wa-button
    >`;
    return html`${failed} ${this.shown === 'open' ? gapLead(this.collection.id, items) : nothing}
      ${kinds.map((kind) => this.#section(kind))} ${next === null ? nothing : more}
      <p class="gap-foot">${icon('circle-check')}<span>${messages.foot}</span></p>`;
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
