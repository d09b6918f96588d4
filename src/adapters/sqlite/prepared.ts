import type { Database } from './database.ts';

type Statement = ReturnType<Database['prepare']>;

/** Prepares the statements of a copy once, and forgets them when another copy is asked for. */
export const preparedPer = <Names extends string>(
  database: Database,
  sqlOf: (copy: string) => Readonly<Record<Names, string>>,
): ((copy: string) => Readonly<Record<Names, Statement>>) => {
  let current: { readonly copy: string; readonly statements: Readonly<Record<Names, Statement>> } | undefined;
  return (copy) => {
    if (current?.copy !== copy) {
      const entries = Object.entries<string>(sqlOf(copy)).map(([name, sql]) => [name, database.prepare(sql)] as const);
      current = { copy, statements: Object.fromEntries(entries) as Record<Names, Statement> };
    }
    return current.statements;
  };
};
