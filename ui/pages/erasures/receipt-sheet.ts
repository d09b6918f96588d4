import { html, nothing, type TemplateResult } from 'lit';
import type { ErasureReceipt, ErasureState, ErasureStep } from '../../api/erasures.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { translated } from '../../messages/language.ts';
import { secondsOfDay } from './erasure-times.ts';

/** A step, and what was looked at or what it waits for. */
type SheetStep = Pick<ErasureStep, 'state' | 'at'> & { readonly title: string; readonly line: string };

/** What a receipt says, of tickets or of an account. */
export type ReceiptSheet = {
  readonly heading: string;
  readonly subtitle: string;
  readonly badge: string;
  /** `nothing`: there was nothing to erase. */
  readonly state: ErasureState | 'nothing';
  /** Names and values. */
  readonly facts: readonly (readonly [string, string])[];
  readonly steps: readonly SheetStep[];
};

/** What shows that a receipt is unchanged, and whose it is. */
export type Marks = Pick<ErasureReceipt, 'sha256' | 'signature'>;

const spinner = html`<span class="spinner"></span>`;

const stepIcons: Readonly<Record<Exclude<ErasureStep['state'], 'running'>, IconName>> = {
  verified: 'circle-check',
  failed: 'triangle-alert',
  waiting: 'clock',
  outside: 'circle-dashed',
};

const stepTones: Readonly<Record<ErasureStep['state'], string>> = {
  verified: 'is-verified',
  running: '',
  failed: 'is-open',
  waiting: 'is-open',
  outside: 'is-outside',
};

const stepRow = ({ state, title, line, at }: SheetStep): TemplateResult => {
  const messages = translated(erasureMessages);
  const symbol = state === 'running' ? spinner : icon(stepIcons[state]);
  return html`<tr>
    <td><span class="erasure-state ${stepTones[state]}">${symbol}${messages.stepState[state]}</span></td>
    <td>${title}${line === '' ? nothing : html`<small>${line}</small>`}</td>
    <td>${at === null ? nothing : secondsOfDay(at)}</td>
  </tr>`;
};

const stepTable = (steps: ReceiptSheet['steps']): TemplateResult =>
  html`<section>
    <h2>${translated(erasureMessages).steps}</h2>
    <table class="erasure-steps">
      <tbody>
        ${steps.map(stepRow)}
      </tbody>
    </table>
  </section>`;

const symbols = {
  running: spinner,
  waiting: icon('clock'),
  held_back: icon('triangle-alert'),
  proven: icon('circle-check'),
  nothing,
};

const head = ({ heading, subtitle, badge, state }: ReceiptSheet): TemplateResult => {
  const tone = state === 'running' || state === 'proven' ? '' : 'is-open';
  return html`<div class="erasure-head">
    <div>
      <h1 tabindex="-1">${heading}</h1>
      <p class="quiet">${subtitle}</p>
    </div>
    <span class="erasure-badge ${tone}">${symbols[state]}${badge}</span>
  </div>`;
};

const marksOf = ({ sha256, signature }: Marks): TemplateResult => {
  const messages = translated(erasureMessages);
  const mark = (name: string, value: string) =>
    html`<section>
      <h2>${name}</h2>
      <p class="erasure-hash">${value}</p>
    </section>`;
  return html`${mark(messages.fingerprint, sha256)} ${mark(messages.signed, signature)}`;
};

/** How many of the steps that the service can verify are verified, and how many those are. */
export const progressOf = (steps: readonly Pick<ErasureStep, 'state'>[]): readonly [done: number, all: number] => {
  const own = steps.filter(({ state }) => state !== 'outside');
  return [own.filter(({ state }) => state === 'verified').length, own.length];
};

/** A receipt as a sheet of paper. `marks` are undefined while it would change with the next step. Nothing was looked at where there was nothing to erase. */
export const receiptSheet = (sheet: ReceiptSheet, marks: Marks | undefined): TemplateResult => {
  const messages = translated(erasureMessages);
  return html`<article class="panel erasure-sheet">
    ${head(sheet)}
    <dl class="erasure-facts">
      ${sheet.facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${sheet.state === 'nothing' ? nothing : stepTable(sheet.steps)} ${marks === undefined ? nothing : marksOf(marks)}
    <p class="erasure-sign"><span>${messages.signature}</span><span>${messages.date}</span></p>
  </article>`;
};
