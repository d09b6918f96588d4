import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import ts from 'typescript';
import * as errors from '../src/domain/errors.ts';
import { HttpRefusal, statusOf } from '../src/http/errors.ts';

/** Not a literal import: the interface is checked with the types of the browser. */
const sentences = '../ui/messages/error-details.ts';
Object.assign(globalThis, { document: { documentElement: { lang: 'ru' } } });
const { errorDetailText } = (await import(sentences)) as { readonly errorDetailText: (detail: string) => string };

type Refusing = new (...parts: readonly never[]) => Error;
const classes = new Map(Object.entries(errors as Readonly<Record<string, unknown>>) as [string, Refusing][]);

/** These the interface tells by their status, whatever the service says: the session's end, what is gone, rates, conflicts and rules of an edit. */
const toldByStatus = new Set([401, 404, 410, 412, 422, 429]);

/** What is not said to the interface: its requests are never so, or nobody waits for the reply. */
const neverSaid = [
  /^(?:body|columns?|sheet|header_row|read_as) /,
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
  unit: 'tickets',
  not: 'visible',
  advice: 'see GET /api/collections shortly',
  "reason === undefined ? '' : ` (${reason})`": '',
  "parked === 1 ? 'ticket is' : 'tickets are'": 'tickets are',
  "isRedirect ? ', a redirect' : ''": '',
  afterPosition: ' after position 3',
};

const textOf = (message: ts.StringLiteralLike | ts.TemplateExpression): string => {
  if (ts.isStringLiteralLike(message)) return message.text;
  // A path in a file stands first.
  const first = message.head.text === '' && !((message.templateSpans[0]?.expression.getText() ?? '') in samples);
  return message.templateSpans.reduce((text, { expression, literal }, index) => {
    const sample = samples[expression.getText()] ?? (first && index === 0 ? 'tickets[3].text' : '3');
    return text + sample + literal.text;
  }, message.head.text);
};

type Said = { readonly status: number; readonly text: string };

/** What a `new` of a refusal says; undefined for other classes and for messages of elsewhere. */
const saidBy = (made: ts.NewExpression): Said | undefined => {
  const name = made.expression.getText();
  const Class = classes.get(name);
  if (!Class && name !== 'HttpRefusal') return undefined;
  const parts = (made.arguments ?? []).map((part) => (ts.isTaggedTemplateExpression(part) ? part.template : part));
  const message = parts.find((each) => ts.isStringLiteralLike(each) || ts.isTemplateExpression(each));
  const last = parts.at(-1);
  if (!message && last && passedOn.has(last.getText())) return undefined;
  const text = message ? textOf(message) : undefined;
  if (!Class) return { status: Number(parts[0]?.getText()), text: text ?? '' };
  const error = text === undefined ? new Class() : new Class(text as never);
  return { status: statusOf(error), text: error.message };
};

const refusalsIn = (path: string): readonly Said[] => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Said[] = [];
  const visit = (node: ts.Node): void => {
    const said = ts.isNewExpression(node) ? saidBy(node) : undefined;
    if (said) found.push(said);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
};

test('every refusal that the interface may show has a sentence in Russian', (t) => {
  t.is(new HttpRefusal(413, '').status, 413);
  const all = globSync('src/**/*.ts').flatMap(refusalsIn);
  const shown = all.filter(
    ({ status, text }) => !toldByStatus.has(status) && !neverSaid.some((each) => each.test(text)),
  );
  t.true(shown.length > 60, `Only ${shown.length} refusals were found`);
  t.deepEqual(
    shown.filter(({ text }) => errorDetailText(text) === text),
    [],
  );
});
