import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the headers say in place of the real size. */
  readonly claimedSize?: number;
  /** The entry has no data of its own but shares those of the entry before it. */
  readonly overlaps?: boolean;
};

/** A ZIP archive of deflated parts, also one whose headers lie. */
export const zipFile = (parts: readonly ZipPart[]): Buffer => {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  let last = 0;
  for (const { name, content, claimedSize, overlaps = false } of parts) {
    const bytes = Buffer.from(content as Uint8Array);
    const deflated = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), deflated]);
    const trailer = Buffer.alloc(14);
    if (!overlaps) last = offset;
    trailer.writeUInt32LE(last, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, trailer, Buffer.from(name)]));
    if (overlaps) continue;
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end]);
};

const kinds: Readonly<Record<string, string>> = {
  'xl/workbook.xml': 'sheet.main',
  'xl/worksheets/sheet1.xml': 'worksheet',
  'xl/styles.xml': 'styles',
  'xl/sharedStrings.xml': 'sharedStrings',
};
const typesOf = (names: readonly string[]) => {
  const overrides = names.flatMap((name) => {
    const type = `application/vnd.openxmlformats-officedocument.spreadsheetml.${kinds[name] ?? ''}+xml`;
    return name in kinds ? [`<Override PartName="/${name}" ContentType="${type}"/>`] : [];
  });
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`;
};
const workbook = (date1904: boolean) =>
  `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const relations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';

type WorkbookOptions = { readonly date1904?: boolean; readonly sheet?: string | Uint8Array };

/** A workbook whose only sheet has these rows, written as the format's XML, or is `sheet` as a whole. */
export const workbookOf = (
  rows: string,
  more: readonly ZipPart[] = [],
  {
    date1904 = false,
    sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  }: WorkbookOptions = {},
): Buffer => {
  const parts = [
    { name: 'xl/workbook.xml', content: workbook(date1904) },
    { name: 'xl/_rels/workbook.xml.rels', content: relations },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...more,
  ];
  return zipFile([{ name: '[Content_Types].xml', content: typesOf(parts.map(({ name }) => name)) }, ...parts]);
};
