import { posix } from 'node:path';
import { maxSheetName } from '../domain/limits.ts';
import { type Attributes, type XmlElement, xmlParser } from './xml-parser.ts';
import { damaged, tooLarge } from './xlsx-refusals.ts';
import type { ZipEntries } from './zip-entries.ts';

/** A sheet: its part in the ZIP, and the name on its tab. */
type Sheet = { readonly part: string; readonly name: string };

/** The parts of a workbook that are read, by their names in the ZIP; `sheets` in the order of the workbook, without charts. */
export type WorkbookParts = {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Dates count from 1904, not from 1900. */
  readonly from1904: boolean;
};

type Relation = { readonly id: string; readonly type: string; readonly target: string };

/** Limit of the sheets and of the relations of one part. */
const maxParts = 10_000;

/** Finds the parts of a workbook by their relations (ECMA-376, part 2). Throws UnreadableFile. */
export const workbookParts = async (zip: ZipEntries): Promise<WorkbookParts> => {
  if (!zip.has('[Content_Types].xml')) throw damaged();
  const main = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument');
  const workbook = main?.target ?? 'xl/workbook.xml';
  const { named, from1904 } = await readWorkbook(zip, workbook);
  const relations = await relationsOf(zip, workbook);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets = named.map(({ id, name }) => ({ ...(byId.get(id) ?? missing()), name }));
  /** Some programs leave out the relation of a part that has its usual name. */
  const targetOf = (wanted: string) => {
    const usual = posix.join(posix.dirname(workbook), `${wanted}.xml`);
    return relations.find(({ type }) => type === wanted)?.target ?? (zip.has(usual) ? usual : undefined);
  };
  return {
    sheets: sheets.filter(({ type }) => type === 'worksheet').map(({ target, name }) => ({ part: target, name })),
    sharedStrings: targetOf('sharedStrings'),
    styles: targetOf('styles'),
    from1904,
  };
};

const missing = (): never => {
  throw damaged();
};

type Root = Readonly<Record<string, XmlElement>>;

/** Parses a part while it is inflated, and pauses after each chunk. Throws UnreadableFile. */
export async function* parsedChunks(zip: ZipEntries, name: string, root: Root): AsyncGenerator<void, void> {
  const parser = xmlParser(root);
  for await (const chunk of zip.read(name)) {
    parser.write(chunk);
    yield;
  }
  parser.end();
}

/** Parses a part from its beginning to its end. Throws UnreadableFile. */
export const readPart = async (zip: ZipEntries, name: string, root: Root): Promise<void> => {
  const chunks = parsedChunks(zip, name, root);
  while (!(await chunks.next()).done);
};

/** The relation ids and names of the sheets in the order of the workbook. */
const readWorkbook = async (zip: ZipEntries, name: string) => {
  const named: { readonly id: string; readonly name: string }[] = [];
  let from1904 = false;
  const workbookPr = {
    start: ({ date1904 }: Attributes) => {
      from1904 = date1904 === '1' || date1904 === 'true';
    },
  };
  const sheet = {
    start: (attributes: Attributes) => {
      if (named.length >= maxParts) throw tooLarge();
      const [, id] = Object.entries(attributes).find(([attribute]) => /(?:^|:)id$/.test(attribute)) ?? missing();
      named.push({ id, name: (attributes['name'] ?? '').slice(0, maxSheetName) });
    },
  };
  await readPart(zip, name, { workbook: { children: { workbookPr, sheets: { children: { sheet } } } } });
  if (named.length === 0) missing();
  return { named, from1904 };
};

/** The relations of a part, '' for those of the package; empty if it has none. `type` is the last word of the type's URL, the same in both namespaces of the standard. */
const relationsOf = async (zip: ZipEntries, part: string): Promise<readonly Relation[]> => {
  const folder = part === '' ? '' : posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!zip.has(name)) return [];
  const relations: Relation[] = [];
  const start = ({ Id = '', Type = '', Target = '', TargetMode }: Attributes) => {
    if (relations.length >= maxParts) throw tooLarge();
    if (TargetMode === 'External') return;
    const target = posix.resolve('/', folder, Target).slice(1);
    relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
  };
  await readPart(zip, name, { Relationships: { children: { Relationship: { start } } } });
  return relations;
};
