import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the headers say in place of the real size. */
  readonly claimedSize?: number;
};

/** A ZIP archive of deflated parts, also one whose headers lie. */
export const zipFile = (parts: readonly ZipPart[]): Buffer => {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize } of parts) {
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
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
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
const workbook =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>';
const relations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';

/** A workbook whose only sheet has these rows, written as the format's XML. */
export const workbookOf = (rows: string, more: readonly ZipPart[] = []): Buffer => {
  const parts = [
    { name: 'xl/workbook.xml', content: workbook },
    { name: 'xl/_rels/workbook.xml.rels', content: relations },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...more,
  ];
  return zipFile([{ name: '[Content_Types].xml', content: typesOf(parts.map(({ name }) => name)) }, ...parts]);
};
