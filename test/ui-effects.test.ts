import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import ts from 'typescript';

/**
 * What `willUpdate` may call: it derives state from properties. Requests, timers, listeners and announcements are run by controllers (`Effect`), which stop
 * them when their element leaves the page.
 */
const derives =
  /^(?:changed\.has|Object\.assign|percentOf|textsOf|this\.drafts\.get|this\.app\.router\.location\.get|\/.*\/\w*\.test)$/;

type Call = { readonly method: string; readonly called: string };

/** The calls in the lifecycle methods of a script that run before each render, or whenever it is asked what an element watches. */
const callsIn = (script: string, name = 'part.ts'): readonly Call[] => {
  const found: Call[] = [];
  const visit = (node: ts.Node, method: string | undefined): void => {
    const inside =
      ts.isMethodDeclaration(node) && /^(?:willUpdate|watched)$/.test(node.name.getText())
        ? node.name.getText()
        : method;
    if (inside !== undefined && ts.isCallExpression(node))
      found.push({ method: inside, called: node.expression.getText() });
    node.forEachChild((each) => visit(each, inside));
  };
  visit(ts.createSourceFile(name, script, ts.ScriptTarget.Latest, true), undefined);
  return found;
};

const sideEffects = (script: string, name?: string): readonly Call[] =>
  callsIn(script, name).filter(({ method, called }) => method === 'watched' || !derives.test(called));

const paths = globSync('ui/**/*.ts');

test('willUpdate derives state and watched lists observables: neither has side effects', (t) => {
  const calls = paths.flatMap((path) => callsIn(readFileSync(path, 'utf8'), path));
  t.true(calls.length > 5, `Only ${calls.length} calls were found`);
  t.deepEqual(
    paths.flatMap((path) => sideEffects(readFileSync(path, 'utf8'), path)),
    [],
  );
});

for (const method of [
  'willUpdate() { void this.app.collections.load(); }',
  'willUpdate() { setTimeout(() => this.close()); }',
  'watched() { return [this.open()]; }',
])
  test(`an element with ${method} is refused`, (t) => {
    t.not(sideEffects(`class Part { ${method} }`).length, 0);
  });
