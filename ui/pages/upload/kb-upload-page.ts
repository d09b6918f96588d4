import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import '../../components/kb-drop-zone.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { factsOf, fileHead } from './file-head.ts';
import { fileActions } from './file-picker.ts';
import type { FlowState } from './flow-state.ts';
import './kb-outcome.ts';
import './kb-preview.ts';
import './kb-upload-history.ts';
import './kb-upload-progress.ts';
import './kb-upload-record.ts';
import { reassigned } from './preview-columns.ts';
import { failedFile, readingFile } from './reading-file.ts';
import { refusedFile } from './refused-file.ts';
import { sendDock } from './send-dock.ts';
import { createAnnouncer } from './upload-announcement.ts';
import { type UploadFlow, uploadFlowOf } from './upload-flow.ts';
import { uploadHelp } from './upload-help.ts';
import type { ColumnName } from './upload-records.ts';
import { WindowDrop } from './window-drop.ts';

type Step<Name extends FlowState['step']> = Extract<FlowState, { readonly step: Name }>;

/** The upload tab of a collection; `active` while it is the one that is looked at. An upload goes on while it is not. */
export class KbUploadPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
    record: { state: true },
    said: { state: true },
  };
  declare collection: Collection;
  declare active: boolean;
  /** The earlier upload that the address names. */
  declare record: string | undefined;
  /** What screen readers are told. */
  declare said: string;
  #step: FlowState['step'] = 'start';
  #spoken = createAnnouncer();
  #round = 0;
  readonly #drop = new WindowDrop(this, {
    takes: () => this.active,
    take: (files) => this.#dropped(files),
  });

  constructor() {
    super();
    this.active = false;
    this.said = '';
  }

  get #flow(): UploadFlow {
    return uploadFlowOf(this.app, this.collection.id);
  }

  get #path(): string {
    return `/collections/${this.collection.id}/upload`;
  }

  protected override watched() {
    this.#step = this.#flow.now.get().step;
    return [this.#flow.now, this.app.router.location];
  }

  protected override willUpdate(): void {
    const { path, fragment } = this.app.router.location.get();
    if (path === this.#path) this.record = /^[0-9a-f-]{36}$/.test(fragment) ? fragment : undefined;
    const file = this.active ? this.app.pendingFile.get() : undefined;
    if (file) {
      this.app.pendingFile.set(undefined);
      void this.#flow.take(file);
    }
    const state = this.#flow.now.get();
    if (state.step === 'ended' && this.#step !== 'ended') this.#round += 1;
    this.said = this.#spoken(state) ?? this.said;
  }

  protected override updated(): void {
    const { step } = this.#flow.now.get();
    if (step === this.#step) return;
    this.#step = step;
    const focused = document.activeElement;
    // Only where the focus is here or nowhere: somebody may be writing elsewhere meanwhile.
    if (!this.active || (focused !== null && focused !== document.body && !this.contains(focused))) return;
    setTimeout(() => this.querySelector<HTMLElement>('[data-lead]')?.focus({ preventScroll: true }));
    scrollTo(0, 0);
  }

  #leaveRecord(): void {
    if (this.record !== undefined) this.app.router.navigate(this.#path);
  }

  #take(file: File): void {
    if (this.#flow.now.get().step === 'sending') {
      this.app.announce(translated(uploadMessages).sendingNow);
      return;
    }
    this.#leaveRecord();
    void this.#flow.take(file);
  }

  #dropped([file, ...more]: readonly File[]): void {
    if (more.length > 0) this.app.announce(translated(uploadMessages).oneFile);
    if (file) this.#take(file);
  }

  #start({ refusal }: Step<'start'>): TemplateResult {
    const taken = ({ detail }: CustomEvent<File>) => this.#take(detail);
    return html`
      <h2 class="visually-hidden" tabindex="-1" data-lead>${translated(uploadMessages).title}</h2>
      ${refusal ? refusedFile(refusal, this.collection.id) : nothing}
      <kb-drop-zone @file=${taken}></kb-drop-zone>
    `;
  }

  #fileActions(): TemplateResult {
    return fileActions(
      (file) => this.#take(file),
      () => this.#flow.reset(),
    );
  }

  #ready({ file, columns, preview, stale, failure }: Step<'ready'>): TemplateResult {
    const assign = ({ detail }: CustomEvent<readonly [string, ColumnName | null]>) =>
      void this.#flow.preview(reassigned(preview.columns, columns, detail));
    const retry = () => void this.#flow.preview();
    return html`
      <kb-preview
        .preview=${preview}
        .stale=${stale}
        .head=${fileHead(file.name, factsOf(file, preview), this.#fileActions())}
        @column=${assign}
      ></kb-preview>
      ${failure ? html`<kb-failure .error=${failure} retriable @retry=${retry}></kb-failure>` : nothing}
      ${sendDock({
        ...{ preview, waits: stale ? 'loading' : failure && 'failed', collection: this.collection.name },
        send: () => void this.#flow.send(),
        cancel: () => this.#flow.reset(),
      })}
    `;
  }

  #sending({ file, preview, stage, stopping }: Step<'sending'>): TemplateResult {
    const stop = html`<wa-button appearance="outlined" ?loading=${stopping} @click=${() => this.#flow.stop()}
      >${translated(uploadMessages).stop}</wa-button
    >`;
    return html`<kb-upload-progress
      .stage=${stage}
      .stopping=${stopping}
      .head=${fileHead(file.name, factsOf(file, preview), stop)}
      @hurry=${() => this.#flow.hurry()}
    ></kb-upload-progress>`;
  }

  #ended({ upload, sent }: Step<'ended'>): TemplateResult {
    return html`<kb-outcome
      .collectionId=${this.collection.id}
      .upload=${upload}
      .needsFile=${sent === undefined}
      @another=${() => this.#flow.reset()}
      @again=${() => void this.#flow.send()}
      @file=${({ detail }: CustomEvent<File>) => void this.#flow.resume(upload.id, detail)}
    ></kb-outcome>`;
  }

  #record(id: string): TemplateResult {
    const resume = ({ detail }: CustomEvent<File>) => {
      this.#leaveRecord();
      void this.#flow.resume(id, detail);
    };
    return html`<p class="back"><a href=${this.#path}>${translated(uploadMessages).toStart}</a></p>
      <kb-upload-record
        .collectionId=${this.collection.id}
        .uploadId=${id}
        @another=${() => this.#leaveRecord()}
        @file=${resume}
      ></kb-upload-record>`;
  }

  #shown(state: FlowState): TemplateResult {
    switch (state.step) {
      case 'start':
        return this.#start(state);
      case 'reading':
        return readingFile(state, { actions: this.#fileActions(), retry: () => void this.#flow.preview() });
      case 'ready':
        return this.#ready(state);
      case 'sending':
        return this.#sending(state);
      case 'ended':
        return this.#ended(state);
      case 'failed':
        return failedFile(state, {
          ...{ actions: this.#fileActions(), heading: translated(uploadMessages).failed },
          retry: () => void this.#flow.send(),
        });
    }
  }

  protected override render() {
    const state = this.#flow.now.get();
    const busy = 'uploadId' in state ? state.uploadId : state.step === 'ended' ? state.upload.id : undefined;
    const record = this.record === busy ? undefined : this.record;
    const listed = record === undefined && (state.step === 'start' || state.step === 'ended');
    const earlier = html`<kb-upload-history
      .collectionId=${this.collection.id}
      .round=${this.#round}
    ></kb-upload-history>`;
    return html`<div class="frame upload-page">
        <div class="upload-main">
          ${record === undefined ? this.#shown(state) : this.#record(record)}${listed ? earlier : nothing}
        </div>
        ${uploadHelp()}
      </div>
      <p class="visually-hidden" role="status" aria-live="polite">${this.said}</p>
      ${this.#drop.over ? html`<div class="drop-overlay" aria-hidden="true"><p>${translated(uploadMessages).dropAnywhere}</p></div>` : nothing}`;
  }
}
customElements.define('kb-upload-page', KbUploadPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-page': KbUploadPage;
  }
}
