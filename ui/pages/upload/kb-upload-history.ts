import { html, nothing, type TemplateResult } from 'lit';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure, moment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import './kb-restore-undone.ts';
import './kb-undo-dialog.ts';
import { PagedList } from '../../components/paged-list.ts';
import { UndoFollowing } from './undo-following.ts';
import { returnedIn, standingIn, type UploadPage, type UploadRecord } from './upload-records.ts';

/** As its outcome says it: those that it stored, and those that it updated; after an undo those that are in search. */
const standingText = (upload: UploadRecord): string => {
  const { outcomes, undo } = upload;
  if (undo?.finished_at || outcomes.updated === 0) return figure(standingIn(upload));
  return translated(uploadMessages).storedAndUpdated(outcomes.stored, outcomes.updated);
};

type Selected = CustomEvent<{ readonly item: { readonly value: string } }>;

/** The uploads of a collection, newest first, each with a link to its outcome and a menu; reloaded when `version` changes. */
export class KbUploadHistory extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    version: { attribute: false },
    asked: { state: true },
    restored: { state: true },
  };
  declare collectionId: string;
  declare version: number;
  /** The upload whose undo is asked about. */
  declare asked: UploadRecord | undefined;
  /** The upload whose hidden tickets are being restored. */
  declare restored: string | undefined;
  readonly #undos = new UndoFollowing(this, () => this.app);
  readonly #pages = new PagedList<UploadRecord>(this, async (after, signal) => {
    const query = after === null ? '' : `&after=${after}`;
    const request = `GET /api/collections/${this.collectionId}/uploads?limit=10${query}`;
    const { uploads: items, next } = (await (await this.app.api.send(request, { signal })).json()) as UploadPage;
    return { items, next };
  });

  constructor() {
    super();
    this.version = 0;
    new Effect(
      this,
      () => [this.collectionId, this.version],
      () => this.#pages.loadFirst(),
    );
    new Effect(
      this,
      () => [this.#pages.items],
      ([items]) => {
        for (const upload of items ?? []) {
          if (upload.undo?.state === 'running') void this.#undos.follow(this.collectionId, upload);
        }
      },
    );
  }

  #state(upload: UploadRecord): TemplateResult {
    const messages = translated(uploadMessages);
    const { state, total, undo } = upload;
    const percent = this.#undos.percent(upload);
    if (percent !== undefined)
      return html`<span class="history-state is-running number">${messages.undoing(percent)}</span>`;
    const back = returnedIn(upload);
    if (undo)
      return html`<span class="history-state">${back > 0 ? messages.returned(back) : messages.undone}</span>
        ${upload.id === this.restored ? this.#restoring(upload) : nothing}`;
    const refused = state === 'failed' && total === null;
    return html`<span class="history-state is-${state}"
      >${refused ? messages.refusedState : messages.states[state]}</span
    >`;
  }

  #restoring(upload: UploadRecord): TemplateResult {
    return html`<kb-restore-undone
      at-once
      .collectionId=${this.collectionId}
      .upload=${upload}
      @returned=${() => this.#pages.loadFirst()}
      @left=${() => (this.restored = undefined)}
    ></kb-restore-undone>`;
  }

  #menu(upload: UploadRecord): TemplateResult {
    const messages = translated(uploadMessages);
    const { id, file_name: name, outcomes, undo } = upload;
    const label = messages.uploadActions(name ?? messages.noFile);
    const isUndoable = outcomes.stored + outcomes.updated > 0 && !undo && this.#undos.percent(upload) === undefined;
    const select = ({ detail: { item } }: Selected) => {
      if (item.value === 'undo') this.asked = upload;
      else if (item.value === 'restore') this.restored = id;
      else this.app.router.navigate(`/collections/${this.collectionId}/upload#${id}`);
    };
    const undoItem = html`<wa-dropdown-item value="undo">${icon('undo', 'icon')}${messages.undo}</wa-dropdown-item>`;
    const restoreItem = html`<wa-dropdown-item value="restore"
      >${icon('refresh', 'icon')}${messages.restoreAll((undo?.taken_back ?? 0) > 0)}</wa-dropdown-item
    >`;
    return html`<wa-dropdown placement="bottom-end" @wa-select=${select}>
      <button class="icon-button" slot="trigger" type="button" aria-label=${label} title=${label}>
        ${icon('ellipsis')}
      </button>
      <wa-dropdown-item value="open">${icon('list', 'icon')}${messages.openOutcome}</wa-dropdown-item>
      ${isUndoable ? undoItem : nothing}
      ${(undo?.finished_at ? undo.withdrawn : 0) > returnedIn(upload) ? restoreItem : nothing}
    </wa-dropdown>`;
  }

  #row(upload: UploadRecord): TemplateResult {
    const messages = translated(uploadMessages);
    const { id, file_name: name, total, started_at: started, surface, undo } = upload;
    return html`<tr class=${undo?.finished_at && returnedIn(upload) === 0 ? 'is-undone' : ''}>
      <td>
        <a href="/collections/${this.collectionId}/upload#${id}">${name ?? messages.noFile}</a>
        ${surface === 'api' ? html`<span class="quiet">${messages.byApi}</span>` : nothing}
      </td>
      <td class="upload-table-position">${moment(started)}</td>
      <td>${this.#state(upload)}</td>
      <td class="upload-table-position number">
        ${standingText(upload)}${total === null ? nothing : html` <span class="quiet">${messages.of(total)}</span>`}
      </td>
      <td class="history-menu">${this.#menu(upload)}</td>
    </tr>`;
  }

  #begun(): void {
    const { asked } = this;
    this.asked = undefined;
    if (asked) void this.#undos.follow(this.collectionId, asked);
  }

  #head(): TemplateResult {
    const messages = translated(uploadMessages);
    return html`<thead class="narrow-unseen">
      <tr>
        <th scope="col">${messages.openEarlier}</th>
        <th scope="col">${messages.when}</th>
        <th scope="col">${messages.state}</th>
        <th scope="col">${messages.addedColumn}</th>
        <th scope="col"><span class="visually-hidden">${messages.actionsColumn}</span></th>
      </tr>
    </thead>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const pages = this.#pages;
    const { items: uploads, failure, next, busy } = pages;
    if (uploads?.length === 0 && !failure) return nothing;
    const table = html`<table class="upload-table is-cards history-table">
      ${this.#head()}
      <tbody>
        ${uploads?.map((upload) => this.#row(this.#undos.latest(upload)))}
      </tbody>
    </table>`;
    const failed = html`<div class="upload-inset">
      <kb-failure
        heading=${messages.earlierFailed}
        .error=${failure}
        retriable
        @retry=${() => pages.retry()}
      ></kb-failure>
    </div>`;
    const more = html`<div class="upload-more">
      <button class="link" type="button" ?disabled=${busy} @click=${() => pages.more()}>${messages.earlierMore}</button>
    </div>`;
    return html`<section class="panel" aria-busy=${busy ? 'true' : 'false'}>
      <div class="upload-head"><h2>${messages.earlier}</h2></div>
      ${uploads ? table : busy ? html`<kb-spinner></kb-spinner>` : nothing}
      ${failure ? failed : next === null ? nothing : more}
      <kb-undo-dialog
        .collectionId=${this.collectionId}
        .upload=${this.asked}
        @close=${() => (this.asked = undefined)}
        @begun=${() => this.#begun()}
      ></kb-undo-dialog>
    </section>`;
  }
}
customElements.define('kb-upload-history', KbUploadHistory);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-history': KbUploadHistory;
  }
}
