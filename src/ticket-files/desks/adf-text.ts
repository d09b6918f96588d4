import { at, fieldsOf, firstText, listOf, textOf } from './json-fields.ts';
import type { HtmlText } from './html-text.ts';
import { addPreformatted, listMarks, textLines } from './text-lines.ts';

const lists = new Map([
  ['orderedList', 'ol'],
  ['bulletList', 'ul'],
]);
const inline = new Set(['text', 'hardBreak', 'mention', 'emoji', 'inlineCard', 'status', 'date']);
const pictures = new Set(['media', 'mediaInline']);

/** The text of a document of Atlassian: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/. As deep as a file of JSON may be. */
export const adfText = (document: unknown): HtmlText => {
  const lines = textLines();
  const marks = listMarks();
  let hasPicture = false;
  const write = (node: unknown): void => {
    const type = textOf(at(node, 'type')) ?? '';
    const list = lists.get(type) ?? '';
    hasPicture ||= pictures.has(type);
    if (!inline.has(type)) lines.end();
    if (type === 'hardBreak') lines.end();
    marks.open(list);
    if (type === 'listItem') lines.begin(marks.next());
    const attributes = fieldsOf(at(node, 'attrs'));
    const text = firstText(at(node, 'text'), attributes['text'], attributes['shortName']);
    if (text !== undefined) addPreformatted(lines, text);
    for (const inner of listOf(at(node, 'content')) ?? []) write(inner);
    if (!inline.has(type)) lines.end();
    if (type === 'listItem') lines.begin('');
    marks.close(list);
  };
  write(document);
  return { text: lines.written(), hasPicture };
};
