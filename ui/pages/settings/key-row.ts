import { html, nothing, type TemplateResult } from 'lit';
import type { Key, Scope } from '../../api/keys.ts';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import { remaining, shortDay, shortMoment } from '../../messages/format.ts';
import { keysMessages } from '../../messages/keys.ts';
import { translated } from '../../messages/language.ts';

export const scopes: readonly Scope[] = ['search', 'read', 'upload', 'manage'];

export type KeyAction = 'rename' | 'revoke';

type Row = {
  readonly collections: readonly Collection[];
  readonly onAction: (action: KeyAction, key: Key) => void;
  readonly now: number;
};

type Selected = CustomEvent<{ readonly item: { readonly value: string } }>;

/** A key whose time is over in fewer days is marked. */
const soonMs = 14 * 86_400_000;

const mayText = (own: readonly Scope[]): string => {
  const messages = translated(keysMessages);
  return own.length === scopes.length ? messages.everything : own.map((scope) => messages.scopes[scope]).join(', ');
};

const collectionsText = ({ collections: ids }: Key, all: readonly Collection[]): string => {
  const messages = translated(keysMessages);
  if (ids === null) return messages.all;
  const names = ids.flatMap((id) => all.find((collection) => collection.id === id)?.name ?? []);
  const [first, ...others] = names;
  if (first === undefined) return messages.gone;
  return others.length === 0 ? first : messages.more(first, others.length);
};

const ending = ({ expires_at: end }: Key, now: number): TemplateResult => {
  const messages = translated(keysMessages);
  if (end === null) return html`${messages.noEnd}`;
  const left = Date.parse(end) - now;
  if (left <= 0) return html`${messages.expired(shortDay(end))}`;
  return left < soonMs
    ? html`<span class="keys-soon">${icon('clock')}${messages.soon(shortDay(end), remaining(left))}</span>`
    : html`${shortDay(end)}`;
};

const isOver = ({ expires_at: end }: Key, now: number): boolean => end !== null && Date.parse(end) <= now;

const menu = (key: Key, onAction: Row['onAction']): TemplateResult => {
  const messages = translated(keysMessages);
  const label = messages.actions(key.name);
  const select = ({ detail: { item } }: Selected) => onAction(item.value === 'revoke' ? 'revoke' : 'rename', key);
  return html`<wa-dropdown placement="bottom-end" @wa-select=${select}>
    <button class="icon-button" slot="trigger" type="button" aria-label=${label} title=${label}>
      ${icon('ellipsis')}
    </button>
    <wa-dropdown-item value="rename">${icon('pencil', 'icon')}${messages.rename}</wa-dropdown-item>
    <wa-dropdown-item value="revoke" variant="danger">${icon('circle-x', 'icon')}${messages.revoke}</wa-dropdown-item>
  </wa-dropdown>`;
};

/** A row of the table, which is a card on a narrow screen: each cell has its name with it. */
export const keyRow = (key: Key, { collections, onAction, now }: Row): TemplateResult => {
  const messages = translated(keysMessages);
  const { last_used_at: used } = key;
  const cell = (name: string, content: unknown) =>
    html`<td><span class="keys-label" aria-hidden="true">${name}</span><span>${content}</span></td>`;
  return html`<tr class=${isOver(key, now) ? 'is-over' : nothing}>
    <th scope="row">${key.name}</th>
    ${cell(messages.may, mayText(key.scopes))} ${cell(messages.collections, collectionsText(key, collections))}
    ${cell(messages.used, used === null ? messages.never : shortMoment(used))} ${cell(messages.until, ending(key, now))}
    <td class="keys-menu">${menu(key, onAction)}</td>
  </tr>`;
};
