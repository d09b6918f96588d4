import ts from 'typescript';

/** A field of an event that its example alone does not explain: it may be missing, or has a comment. */
export type EventField = { readonly name: string; readonly isOptional: boolean; readonly comment: string };
export type EventType = { readonly name: string; readonly comment: string; readonly fields: readonly EventField[] };

const file = 'src/domain/events.ts';

/** The event types of the union `Fact`, in its order, and the fields of `Metadata`, with the comments of their declarations. */
export const eventTypes = (): { readonly types: readonly EventType[]; readonly metadata: readonly EventField[] } => {
  const program = ts.createProgram([file], {
    strict: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: [],
    noEmit: true,
    allowImportingTsExtensions: true,
  });
  const checker = program.getTypeChecker();
  const typeNamed = (name: string): ts.Type => {
    const declared = program
      .getSourceFile(file)
      ?.statements.find((statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name);
    if (!declared) throw new Error(`${file} declares no type ${name}`);
    return checker.getTypeAtLocation(declared);
  };
  const commentOf = (symbol: ts.Symbol | undefined): string =>
    ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
  const fieldsOf = (type: ts.Type): readonly EventField[] =>
    type
      .getProperties()
      .map((field) => ({
        name: field.name,
        isOptional: (field.flags & ts.SymbolFlags.Optional) !== 0,
        comment: commentOf(field),
      }))
      .filter(({ isOptional, comment }) => isOptional || comment !== '');
  const eventOf = (type: ts.Type): EventType => {
    const data = type.getProperty('data');
    if (!type.aliasSymbol || !data) throw new Error(`An event has no name or no data: ${checker.typeToString(type)}`);
    const fields = fieldsOf(checker.getTypeOfSymbol(data));
    return { name: type.aliasSymbol.name, comment: commentOf(type.aliasSymbol), fields };
  };
  const union = typeNamed('Fact');
  if (!union.isUnion()) throw new Error('Fact is no union of events');
  return { types: union.types.map(eventOf), metadata: fieldsOf(typeNamed('Metadata')) };
};
