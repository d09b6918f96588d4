import { html, nothing, type TemplateResult } from 'lit';
import type { DayFigures } from '../../api/answers.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { sparkline } from './sparkline.ts';

const week = 7;
/** Of fewer verdicts no share is told: one more would change it by ten percent. */
const minVerdicts = 10;

const sum = (days: readonly DayFigures[], name: Exclude<keyof DayFigures, 'day' | 'median_milliseconds'>): number =>
  days.reduce((all, day) => all + day[name], 0);

type Share = (days: readonly DayFigures[]) => number | undefined;

const shareOf = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);
const answeredShare: Share = (days) => shareOf(sum(days, 'answered'), sum(days, 'questions'));
const verdictsOf = (days: readonly DayFigures[]): number => sum(days, 'helped') + sum(days, 'not_helped');
const helpedShare: Share = (days) => shareOf(sum(days, 'helped'), verdictsOf(days));

/** The share of the week that ends with each day: of single days it would leap. */
const weekly = (days: readonly DayFigures[], share: Share): readonly (number | undefined)[] =>
  days.map((_, index) => share(days.slice(Math.max(0, index + 1 - week), index + 1)));

type Shown = {
  readonly name: string;
  readonly value?: string | undefined;
  readonly compared?: string | undefined;
  readonly line?: TemplateResult | typeof nothing;
};

const part = ({ name, value = '—', compared = '', line = nothing }: Shown): TemplateResult =>
  html`<div class="figures-part">
    <dt>${name}</dt>
    <dd class="figures-value">${value}</dd>
    <dd class="figures-compared">${compared}</dd>
    ${line === nothing ? nothing : html`<dd>${line}</dd>`}
  </div>`;

const range = (values: readonly (number | undefined)[]): readonly [least: number, most: number] => {
  const known = values.filter((value) => value !== undefined);
  return [Math.min(...known), Math.max(...known)];
};

const asked = (days: readonly DayFigures[]): Shown => {
  const messages = translated(questionsMessages);
  const [now, before] = [days.slice(-week), days.slice(-2 * week, -week)].map((each) => sum(each, 'questions'));
  const perDay = days.map(({ questions }) => questions);
  const change = before === undefined || now === undefined ? undefined : shareOf(now - before, before);
  return {
    name: messages.asked,
    value: figure(now ?? 0),
    compared: change === undefined ? undefined : messages.more(change),
    line: sparkline(perDay, messages.perDay(...range(perDay), perDay.at(-2) ?? 0)),
  };
};

const answered = (days: readonly DayFigures[]): Shown => {
  const messages = translated(questionsMessages);
  const now = answeredShare(days.slice(-week));
  const before = answeredShare(days.slice(-2 * week, -week));
  const line = weekly(days, answeredShare);
  return {
    name: messages.withAnswer,
    value: now === undefined ? undefined : messages.percent(now),
    compared: before === undefined ? undefined : messages.was(before),
    line: sparkline(line, messages.answeredShare(...range(line))),
  };
};

const helped = (days: readonly DayFigures[]): Shown => {
  const messages = translated(questionsMessages);
  const last = days.slice(-week);
  const verdicts = verdictsOf(last);
  if (verdicts < minVerdicts) return { name: messages.helped, compared: messages.fewVerdicts };
  const line = weekly(days, helpedShare);
  return {
    name: messages.helped,
    value: messages.percent(helpedShare(last) ?? 0),
    compared: messages.ofVerdicts(verdicts),
    line: sparkline(line, messages.helpedShare(...range(line))),
  };
};

/** The last week beside the one before: questions, how many had an answer, how many of the judged ones helped. Before they are known they have their places. */
export const questionFigures = (days: readonly DayFigures[] | undefined): TemplateResult => {
  const messages = translated(questionsMessages);
  const parts = days
    ? [asked(days), answered(days), helped(days)]
    : [{ name: messages.asked }, { name: messages.withAnswer }, { name: messages.helped }];
  return html`<section class="panel figures" aria-label=${messages.figures}>
    <dl>${parts.map(part)}</dl>
  </section>`;
};
