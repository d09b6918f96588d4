/** Why a file is not sent: the service would refuse it, or nothing in it can be stored. */
export type FileProblem = 'large' | 'kind' | 'old-workbook' | 'empty' | 'unreadable' | 'header-only' | 'no-tickets';

/** The limit of docs/contract.md, "Limits". */
const maxFileBytes = 50 * 1024 * 1024;

/** The signature of Compound File Binary: .xls files, and .xlsx workbooks with a password. */
const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0];

/** Why a file would be refused, found before it is sent; undefined if nothing is known against it. */
export const fileProblem = async (file: File): Promise<FileProblem | undefined> => {
  if (/\.xls$/i.test(file.name)) return 'old-workbook';
  if (!/\.(json|csv|tsv|txt|xlsx)$/i.test(file.name)) return 'kind';
  if (file.size > maxFileBytes) return 'large';
  if (file.size === 0) return 'empty';
  const start = await firstBytes(file);
  if (!start) return 'unreadable';
  return compoundFileSignature.every((byte, index) => start[index] === byte) ? 'old-workbook' : undefined;
};

/** False if the file has been changed or moved since it was chosen, or is a folder. */
export const isReadable = async (file: File): Promise<boolean> => (await firstBytes(file)) !== undefined;

const firstBytes = async (file: File): Promise<Uint8Array | undefined> => {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return undefined;
  }
};
