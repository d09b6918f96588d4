import { html, nothing, type TemplateResult } from 'lit';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { maskedText } from '../../components/masked-text.ts';
import { reference } from './parse-answer.ts';
import { type AnswerCopy, copyOfMarkdown, copyOfText, withoutAddressee } from './answer-copy.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
type Content = string | TemplateResult | typeof nothing | readonly Content[];

/**
 * Left as typed: HTML, and what a solution of plain text means literally (paths such as \\server\share, lines indented by blanks, rows of dashes).
 * Links need an address of their own; images and definitions are no part of an answer.
 */
const plain = [
  ...['htmlFlow', 'htmlText', 'characterEscape', 'characterReference', 'codeIndented', 'setextUnderline'],
  ...['thematicBreak', 'definition', 'labelStartImage', 'hardBreakEscape'],
];

/** Longer answers are shown as they are, and so are those whose nesting takes the parser seconds: a text that it is made from may ask a model for them. */
const maxCharacters = 8_000;
const deeplyNested = /^[ \t]*(?:[-*+][ \t]+|>[ \t]*|\d{1,9}[.)][ \t]+){9}|[*_]{100}/m;

/** An answer of a model: its Markdown as paragraphs, lists, links to http(s) addresses, code and emphasis, with masks as chips. Everything else stays text. */
export const answerMarkdown = (text: string): Content => {
  const tree = parsed(text);
  return tree ? rendered(tree) : html`<p>${maskedText(text)}</p>`;
};

/** What is copied of an answer: without Markdown, the masked name that it begins with, and the ticket that it names as its basis. */
export const answerCopy = (text: string): AnswerCopy => {
  const sent = withoutAddressee(text.replace(reference, '').trim());
  const tree = parsed(sent);
  return tree ? copyOfMarkdown(tree, isWebAddress) : copyOfText(sent);
};

/** Undefined for an answer that is shown as it is. */
const parsed = (text: string): Root | undefined =>
  text.length > maxCharacters || deeplyNested.test(text)
    ? undefined
    : fromMarkdown(text, { extensions: [{ disable: { null: plain } }] });

const childrenOf = (node: Node): Content => ('children' in node ? node.children.map(rendered) : nothing);

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

const rendered = (node: Node): Content => {
  switch (node.type) {
    case 'text':
      return maskedText(node.value);
    case 'paragraph':
    case 'heading':
      return html`<p>${node.type === 'heading' ? html`<b>${childrenOf(node)}</b>` : childrenOf(node)}</p>`;
    case 'strong':
      return html`<b>${childrenOf(node)}</b>`;
    case 'emphasis':
      return html`<em>${childrenOf(node)}</em>`;
    case 'inlineCode':
      return html`<code>${node.value}</code>`;
    case 'code':
      return html`<pre tabindex="0"><code>${node.value}</code></pre>`;
    case 'break':
      return '\n';
    case 'list':
      return node.ordered
        ? html`<ol start=${node.start ?? 1}>
            ${childrenOf(node)}
          </ol>`
        : html`<ul>
            ${childrenOf(node)}
          </ul>`;
    case 'listItem':
      return html`<li>${childrenOf(node)}</li>`;
    case 'link':
      return isWebAddress(node.url)
        ? html`<a href=${node.url} target="_blank" rel="noopener noreferrer nofollow">${childrenOf(node)}</a>`
        : childrenOf(node);
    default:
      return childrenOf(node);
  }
};
