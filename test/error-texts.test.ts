import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import ts from 'typescript';
import * as errors from '../src/domain/errors.ts';
import { UnfitColumns, UnreadableFile } from '../src/ticket-files/ticket-item.ts';
import { HttpRefusal, statusOf } from '../src/http/errors.ts';

/** Not a literal import: the interface is checked with the types of the browser. */
const sentences = '../ui/messages/error-details.ts';
Object.assign(globalThis, { document: { documentElement: { lang: 'ru' } } });
const { errorDetailText } = (await import(sentences)) as { readonly errorDetailText: (detail: string) => string };

type Refusing = new (...parts: readonly never[]) => Error;
/** Of a file too, whose reasons an upload is refused with and a preview lists. */
const ofFiles = new Set(['UnreadableFile', 'UnfitColumns']);
const classes = new Map(
  Object.entries({ ...errors, UnreadableFile, UnfitColumns } as Readonly<Record<string, unknown>>) as [
    string,
    Refusing,
  ][],
);

/** These the interface tells by their status, whatever the service says: the session's end, what is gone, rates, conflicts and rules of an edit. */
const toldByStatus = new Set([401, 404, 410, 412, 422, 429]);

/** What is not said to the interface: its requests are never so, or nobody waits for the reply. */
const neverSaid = [
  /^(?:body|columns?|sheet|header_row|read_as) /,
  /^columns: (?:"3" is |a JSON file )/,
  /^(?:header_row: a JSON file|read_as: only JSON|sheet: only a workbook) /,
  // Of a filter and of the collections of a key, which the interface sends whole.
  /must be a date from 1970 on, /,
  /must be an array of 1 to 3 items$/,
  /^filter(?:\.category)? must be an? /,
  /^Content-(?:Type|Encoding) /,
  /^If-Match /,
  /^Idempotency-Key /,
  /^A file is required/,
  /^Send either ticket_ids or client/,
  /^client (?:holds|must have) /,
  /^ticket_ids must be an array/,
  /must be a UUID$/,
  /^Invalid (?:request|login)/,
  /^The client has disconnected/,
  /^This is no receipt/,
  // To assistants.
  /^Requests of web pages /,
  /^Only POST /,
  /^Unknown argument: /,
  /^Email already registered$/,
  // Of keys, which the interface does not use.
  /^This key may not/,
  // The reason of an abort: who catches it says what was stored.
  /^$/,
  // Of an erasure, which tries again.
  /^A verdict was given at the same time/,
  // To pulls from desks.
  /^source must have /,
  /^A collection has cursors /,
  // Of commands and of the start.
  /^API keys were changed/,
  /^The lease was not released/,
  /^The file is no event log/,
  /^\S+ is damaged$/,
];

/** Messages that are put together elsewhere, by the expression that passes them on; each of their parts is found by itself. */
const passedOn = new Set([
  'detail',
  'error.message',
  'reason',
  "diskReasonOf(error)?.reason ?? 'Event log cannot be written'",
  'error.sentence',
  'tooLarge().sentence',
  'ownWords(tooManyTickets)',
  'invalidColumns',
  'noFileExpected',
]);

/** A value for what a template has in the place of an expression. */
const samples: Readonly<Record<string, string>> = {
  'reply.detail': 'could not be reached (ECONNREFUSED)',
  'storeOf[name]': 'Read models',
  'storeOf(name)': 'Read models',
  'ownWords(missing)': 'role',
  'grouped(stored)': '3',
  refused: '3',
  parked: '3',
  unit: 'tickets',
  not: 'visible',
  advice: 'see GET /api/collections shortly',
  "reason === undefined ? '' : ` (${reason})`": '',
  "parked === 1 ? 'ticket is' : 'tickets are'": 'tickets are',
  "isRedirect ? ', a redirect' : ''": '',
  afterPosition: ' after position 3',
};

/** The texts of a table in the same file, by `ownWords(table[key])`; undefined for any other expression. */
const textsOfTable = (expression: ts.Expression): readonly string[] | undefined => {
  const name = /^ownWords\((\w+)\[/.exec(expression.getText())?.[1];
  let texts: readonly string[] | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer)
      texts = node.initializer.getChildren().flatMap(function strings(child): readonly string[] {
        if (ts.isPropertyAssignment(child))
          return ts.isStringLiteralLike(child.initializer) ? [child.initializer.text] : [];
        return child.getChildren().flatMap(strings);
      });
    node.forEachChild(visit);
  };
  if (name !== undefined) visit(expression.getSourceFile());
  return texts;
};

/** What a message may say: one with a text of a table, each of them. */
const textsOf = (message: ts.StringLiteralLike | ts.TemplateExpression): readonly string[] => {
  if (ts.isStringLiteralLike(message)) return [message.text];
  // A path in a file stands first.
  const first = message.head.text === '' && !((message.templateSpans[0]?.expression.getText() ?? '') in samples);
  return message.templateSpans.reduce<readonly string[]>(
    (texts, { expression, literal }, index) => {
      const written = expression.getText();
      const sample = samples[written] ?? (first && index === 0 ? 'tickets[3].text' : '3');
      const parts = written in samples ? [sample] : (textsOfTable(expression) ?? [sample]);
      return texts.flatMap((text) => parts.map((part) => text + part + literal.text));
    },
    [message.head.text],
  );
};

type Said = { readonly status: number; readonly text: string };

/** What a `new` of a refusal may say; nothing for other classes and for messages of elsewhere. */
const saidBy = (made: ts.NewExpression): readonly Said[] => {
  const name = made.expression.getText();
  const Class = classes.get(name);
  if (!Class && name !== 'HttpRefusal') return [];
  const parts = (made.arguments ?? []).map((part) => (ts.isTaggedTemplateExpression(part) ? part.template : part));
  const message = parts.find((each) => ts.isStringLiteralLike(each) || ts.isTemplateExpression(each));
  const last = parts.at(-1);
  if (!message && last && passedOn.has(last.getText())) return [];
  if (!message && ofFiles.has(name)) return [];
  const texts = message ? textsOf(message) : [undefined];
  return texts.map((text) => {
    if (!Class) return { status: Number(parts[0]?.getText()), text: text ?? '' };
    const error = text === undefined ? new Class() : new Class(text as never);
    return { status: ofFiles.has(name) ? 400 : statusOf(error), text: error.message };
  });
};

const refusalsIn = (path: string): readonly Said[] => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Said[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node)) found.push(...saidBy(node));
    node.forEachChild(visit);
  };
  visit(source);
  return found;
};

/** Three words in English: the location of a reason may have a sentence while the reason itself has none. */
const english = /[a-z]+ [a-z]+ [a-z]+/i;

const isTold = (text: string): boolean => {
  const told = errorDetailText(text);
  return told !== text && !english.test(told.replaceAll(/[«(].*?[)»]/gu, ''));
};

test('every refusal that the interface may show has a sentence in Russian', (t) => {
  t.is(new HttpRefusal(413, '').status, 413);
  const all = globSync('src/**/*.ts').flatMap(refusalsIn);
  const shown = all.filter(
    ({ status, text }) => !toldByStatus.has(status) && !neverSaid.some((each) => each.test(text)),
  );
  t.true(shown.length > 60, `Only ${shown.length} refusals were found`);
  t.deepEqual(
    shown.filter(({ text }) => !isTold(text)),
    [],
  );
});
