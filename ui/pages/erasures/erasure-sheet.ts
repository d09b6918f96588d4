import { html, nothing, type TemplateResult } from 'lit';
import type { Erasure, ErasureReceipt, ErasureStep } from '../../api/erasures.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { day } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { erasureFacts, secondsOfDay } from './erasure-facts.ts';

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

/** What was looked at, or what a step waits for. */
const lineOf = (step: ErasureStep, erasure: Erasure): string => {
  const messages = translated(erasureMessages);
  if (step.step === 'backups') return messages.backups(day(erasure.proven_at ?? erasure.requested_at));
  if (step.state === 'verified') return messages.words[step.step][2](step.found);
  return step.step === 'log_disk' ? messages.scavenge : (step.reason ?? '');
};

const stepRow = (step: ErasureStep, erasure: Erasure): TemplateResult => {
  const messages = translated(erasureMessages);
  const [open, verified] = messages.words[step.step];
  const line = lineOf(step, erasure);
  const symbol = step.state === 'running' ? spinner : icon(stepIcons[step.state]);
  return html`<tr>
    <td><span class="erasure-state ${stepTones[step.state]}">${symbol}${messages.stepState[step.state]}</span></td>
    <td>${step.state === 'verified' ? verified : open}${line === '' ? nothing : html`<small>${line}</small>`}</td>
    <td>${step.at === null ? nothing : secondsOfDay(step.at)}</td>
  </tr>`;
};

const head = (erasure: Erasure): TemplateResult => {
  const messages = translated(erasureMessages);
  const own = erasure.steps.filter(({ state }) => state !== 'outside');
  const done = own.filter(({ state }) => state === 'verified').length;
  const symbols = {
    running: spinner,
    waiting: icon('clock'),
    held_back: icon('triangle-alert'),
    proven: icon('circle-check'),
  };
  const isEmpty = erasure.outcome === 'nothing';
  const tone = isEmpty || erasure.state === 'waiting' || erasure.state === 'held_back' ? 'is-open' : '';
  const badge = isEmpty
    ? messages.nothing
    : html`${symbols[erasure.state]}${messages.state(erasure.state, done, own.length)}`;
  return html`<div class="erasure-head">
    <div>
      <h1 tabindex="-1">${messages.heading(erasure.outcome, erasure.tickets.length)}</h1>
      <p class="quiet">${messages.subtitle(erasure.number, day(erasure.requested_at))}</p>
    </div>
    <span class="erasure-badge ${tone}">${badge}</span>
  </div>`;
};

/** What shows that a receipt is unchanged, and whose it is. */
export type Marks = Pick<ErasureReceipt, 'sha256' | 'signature'>;

type Shown = {
  readonly erasure: Erasure;
  /** Of the receipt; undefined while it would change with the next step. */
  readonly marks: Marks | undefined;
};

/** Nothing was looked at where there was nothing to erase. */
const stepsOf = (erasure: Erasure): TemplateResult | typeof nothing => {
  if (erasure.outcome === 'nothing') return nothing;
  return html`<section>
    <h2>${translated(erasureMessages).steps}</h2>
    <table class="erasure-steps">
      <tbody>
        ${erasure.steps.map((step) => stepRow(step, erasure))}
      </tbody>
    </table>
  </section>`;
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

/** The receipt as a sheet of paper. */
export const erasureSheet = ({ erasure, marks }: Shown): TemplateResult => {
  const messages = translated(erasureMessages);
  return html`<article class="panel erasure-sheet">
    ${head(erasure)}
    <dl class="erasure-facts">
      ${erasureFacts(erasure).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${stepsOf(erasure)} ${marks === undefined ? nothing : marksOf(marks)}
    <p class="erasure-sign"><span>${messages.signature}</span><span>${messages.date}</span></p>
  </article>`;
};
