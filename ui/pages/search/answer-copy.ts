import type { fromMarkdown } from 'mdast-util-from-markdown';
import { closedGaps } from '../../components/closed-gaps.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/** An answer as it can be sent to a customer; `html` is missing where it would say no more. */
export type AnswerCopy = { readonly text: string; readonly html?: string };

/** The masked name of whom an answer was once written to, at its start: "[ИМЯ], проверьте" or "Добрый день, [ИМЯ]!". */
const addressee = /^(?:([^[\].!?\n]{1,30}),\s*)?\[ИМЯ\](?:\s+\[ИМЯ\])*\s*([,.!])/u;

/** A text without the masked name that it begins with. */
export const withoutAddressee = (text: string): string => {
  const [found, greeting, mark = ''] = addressee.exec(text) ?? [];
  if (found === undefined) return text;
  if (greeting !== undefined) return greeting + mark + text.slice(found.length);
  const rest = text.slice(found.length).trimStart();
  return rest.replace(/^[*_«"]*\p{Ll}/u, (start) => start.toLocaleUpperCase('ru'));
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

/** A text without Markdown as its own paragraphs. */
export const copyOfText = (whole: string): AnswerCopy => {
  const text = closedGaps(whole);
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${lines(paragraph)}</p>`);
  return { text, html: paragraphs.join('') };
};

/** Markdown as HTML without styles, and as text without marks. `isLink`: whether an address is one to lead to. */
export const copyOfMarkdown = (root: Root, isLink: (address: string) => boolean): AnswerCopy => ({
  text: textOf(root, isLink),
  html: htmlOf(root, isLink),
});

const childrenOf = (node: Node): readonly Node[] => ('children' in node ? node.children : []);

const htmlOf = (node: Node, isLink: (address: string) => boolean): string => {
  const inner = () =>
    childrenOf(node)
      .map((child) => htmlOf(child, isLink))
      .join('');
  switch (node.type) {
    case 'text':
      return lines(closedGaps(node.value));
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'heading':
      return `<p><b>${inner()}</b></p>`;
    case 'strong':
      return `<b>${inner()}</b>`;
    case 'emphasis':
      return `<em>${inner()}</em>`;
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'code':
      return `<pre>${escaped(node.value)}</pre>`;
    case 'break':
      return '<br>';
    case 'list':
      return node.ordered ? `<ol start="${node.start ?? 1}">${inner()}</ol>` : `<ul>${inner()}</ul>`;
    case 'listItem':
      return `<li>${inner().replace(/^<p>([\s\S]*?)<\/p>/, '$1')}</li>`;
    case 'link':
      return isLink(node.url) ? `<a href="${escaped(node.url)}">${inner()}</a>` : inner();
    default:
      return inner();
  }
};

const blocks: readonly string[] = ['root', 'blockquote'];

const textOf = (node: Node, isLink: (address: string) => boolean): string => {
  const inner = (separator = '') =>
    childrenOf(node)
      .map((child) => textOf(child, isLink))
      .join(separator);
  switch (node.type) {
    case 'text':
      return closedGaps(node.value);
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'break':
      return '\n';
    case 'list':
      return node.children.map((item, index) => itemText(textOf(item, isLink), node, index)).join('\n');
    case 'listItem':
      return inner('\n');
    case 'link': {
      const label = inner();
      return !isLink(node.url) || label === node.url ? label : `${label} (${node.url})`;
    }
    default:
      return inner(blocks.includes(node.type) ? '\n\n' : '');
  }
};

type List = Extract<Node, { readonly type: 'list' }>;

/** An item behind its number or bullet; its further lines are indented as far. */
const itemText = (text: string, { ordered, start }: List, index: number): string => {
  const mark = ordered ? `${(start ?? 1) + index}. ` : '• ';
  return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
};
