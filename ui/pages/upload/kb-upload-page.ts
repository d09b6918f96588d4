import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { PendingUpload } from '../../app-context.ts';
import { CommandEnterController } from '../../browser/command-enter.ts';
import { Effect } from '../../components/effect.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { templateFormats, templateLink } from '../../components/template-links.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { FlowState } from './flow/flow-state.ts';
import { type UploadFlow, uploadFlowOf } from './flow/upload-flow.ts';
import './kb-upload-history.ts';
import type { KbUploadRecord } from './kb-upload-record.ts';
import './kb-upload-record.ts';
import { sendShown } from './preview-steps.ts';
import { placeOf, type Source } from './sources.ts';
import type { UploadRecord } from './upload-records.ts';
import { stepAnnouncement, uploadStep } from './upload-steps.ts';
import { WindowDrop } from './window-drop.ts';

// Loaded together: a file of its own would be one more request for every page.
export { followRememberedUploads } from './flow/upload-flow.ts';

/** The upload tab of a collection; `active` while the tab is shown. An upload continues while it is hidden. */
export class KbUploadPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
    recordId: { state: true },
    undone: { state: true },
    source: { state: true },
  };
  declare collection: Collection;
  declare active: boolean;
  /** The id of an earlier upload, from the address's fragment. */
  declare recordId: string | undefined;
  /** The upload that was undone last: its outcome and its row in the history both show it. */
  declare undone: UploadRecord | undefined;
  /** Kept while files are uploaded one after the other. */
  declare source: Source;
  #flow: UploadFlow | undefined;
  #unsubscribe: () => void = () => undefined;
  #step: FlowState['step'] = 'start';
  #historyVersion = 0;
  /** Whether the focus goes to the drop zone once it is shown. */
  #asksFile = false;
  readonly #drop = new WindowDrop(this, {
    isEnabled: () => this.active,
    onFiles: (files) => this.#takeFirst(files),
  });

  constructor() {
    super();
    this.active = false;
    this.source = 'file';
    new CommandEnterController(this, () => {
      if (this.active && this.recordId === undefined && this.#flow) sendShown(this.#flow);
    });
    new Effect(
      this,
      () => [this.active ? this.app.pendingUpload.get() : undefined],
      ([pending]) => pending && this.#takePending(pending),
    );
    new Effect(
      this,
      () => [this.#flow?.state.get().step],
      ([step]) => (this.#historyVersion += step === 'ended' ? 1 : 0),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const flow = uploadFlowOf(this.app, this.collection.id);
    this.#flow = flow;
    this.#step = flow.state.get().step;
    this.#unsubscribe = flow.state.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
  }

  get #path(): string {
    return `/collections/${this.collection.id}/upload`;
  }

  protected override watched() {
    return [this.app.router.location];
  }

  protected override willUpdate(): void {
    const { path, fragment } = this.app.router.location.get();
    if (path === this.#path) this.recordId = /^[0-9a-f-]{36}$/.test(fragment) ? fragment : undefined;
  }

  protected override updated(): void {
    const step = this.#flow?.state.get().step;
    if (this.#asksFile && this.querySelector('kb-upload-start')) {
      this.#asksFile = false;
      this.#step = step ?? this.#step;
      setTimeout(() => this.querySelector<HTMLElement>('kb-drop-zone input')?.focus());
    }
    if (step === undefined || step === this.#step) return;
    this.#step = step;
    const focused = document.activeElement;
    // The focus must not be taken from an element elsewhere, where the user may be typing.
    if (!this.active || (focused !== null && focused !== document.body && !this.contains(focused))) return;
    setTimeout(() => this.querySelector<HTMLElement>('[data-lead]')?.focus({ preventScroll: true }));
    scrollTo(0, 0);
  }

  #closeRecord(): void {
    if (this.recordId !== undefined) this.app.router.navigate(this.#path);
  }

  /** Takes what was chosen on another page. */
  #takePending({ source, file }: PendingUpload): void {
    this.app.pendingUpload.set(undefined);
    this.source = source;
    if (file) void this.#flow?.take(file, placeOf(source, file));
  }

  #take(file: File): void {
    const step = this.#flow?.state.get().step;
    if (step === 'sending' || step === 'following') {
      this.app.announce(translated(uploadMessages).sendingNow);
      return;
    }
    this.#closeRecord();
    void this.#flow?.take(file, placeOf(this.source, file));
  }

  /** Asks for the file of an upload, with the focus where it is chosen. */
  #again(upload: UploadRecord): void {
    if (this.#flow?.again(upload) !== true) {
      this.app.announce(translated(uploadMessages).sendingNow);
      return;
    }
    this.source = 'file';
    this.#asksFile = true;
    this.#closeRecord();
  }

  #takeFirst([file, ...more]: readonly File[]): void {
    if (more.length > 0) this.app.announce(translated(uploadMessages).oneFile);
    if (file) this.#take(file);
  }

  #currentStep(flow: UploadFlow): TemplateResult {
    return uploadStep(flow.state.get(), {
      flow,
      collection: this.collection,
      takeFile: (file) => this.#take(file),
      uploadAgain: (upload) => this.#again(upload),
      source: this.source,
      onSource: (source) => (this.source = source),
      undone: this.undone,
      onUndone: (upload) => {
        this.undone = upload;
        this.#historyVersion += 1;
      },
    });
  }

  #record(id: string): TemplateResult {
    const resume = ({ detail, currentTarget }: CustomEvent<File>) => {
      const { upload } = currentTarget as KbUploadRecord;
      this.#closeRecord();
      if (upload) void this.#flow?.resume(upload, detail);
    };
    return html`<p class="upload-back"><a href=${this.#path}>${translated(uploadMessages).toStart}</a></p>
      <kb-upload-record
        .collectionId=${this.collection.id}
        .uploadId=${id}
        @another=${() => this.#closeRecord()}
        @again=${({ detail }: CustomEvent<UploadRecord>) => this.#again(detail)}
        @file=${resume}
      ></kb-upload-record>`;
  }

  protected override render() {
    if (!this.#flow) return nothing;
    const state = this.#flow.state.get();
    const currentId = 'uploadId' in state ? state.uploadId : state.step === 'ended' ? state.upload.id : undefined;
    const recordId = this.recordId === currentId ? undefined : this.recordId;
    const showsHistory = recordId === undefined && (state.step === 'start' || state.step === 'ended');
    const history = html`<kb-upload-history
      .collectionId=${this.collection.id}
      .version=${this.#historyVersion}
      @undone=${({ detail }: CustomEvent<UploadRecord>) => (this.undone = detail)}
    ></kb-upload-history>`;
    const overlay = html`<div class="upload-overlay" aria-hidden="true">
      <p>${translated(uploadMessages).dropAnywhere}</p>
    </div>`;
    return html`<div class="frame upload">
        <div class="upload-main">
          ${recordId === undefined ? this.#currentStep(this.#flow) : this.#record(recordId)}${showsHistory ? history : nothing}
        </div>
        ${help()}
      </div>
      <p class="visually-hidden" role="status" aria-live="polite">${stepAnnouncement(state)}</p>
      ${this.#drop.isOver ? overlay : nothing}`;
  }
}
customElements.define('kb-upload-page', KbUploadPage);

const templateIcons = { CSV: 'table', XLSX: 'file-sheet', JSON: 'braces' } as const satisfies Record<string, IconName>;

/** The side column: templates, masked data, skip rules. */
const help = (): TemplateResult => {
  const messages = translated(uploadMessages);
  const template = (format: (typeof templateFormats)[number]) =>
    html`<li>
      ${icon(templateIcons[format])}${templateLink(format, messages.template(format))}<span
        >${messages.templateHints[format]}</span
      >
    </li>`;
  return html`<aside class="upload-side" aria-label=${messages.templates}>
    <section>
      <h2>${messages.templates}</h2>
      <ul class="upload-templates">
        ${templateFormats.map(template)}
      </ul>
    </section>
    <section>
      <h2>${messages.hidden}</h2>
      <p>
        ${messages.hiddenText} ${maskedText('[ИМЯ]')} ${maskedText('[ТЕЛЕФОН]')} ${maskedText('[EMAIL]')}.
        ${messages.linksText} ${messages.notHidden}
      </p>
    </section>
    <section>
      <h2>${messages.leftOut}</h2>
      <ul class="upload-rules">
        ${messages.rules.map((rule) => html`<li>${rule}</li>`)}
      </ul>
    </section>
  </aside>`;
};

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-page': KbUploadPage;
  }
}
