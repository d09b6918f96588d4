/** Why a file need not be sent: the service would refuse it. */
export type FileProblem = 'large' | 'kind' | 'old-workbook' | 'empty' | 'unreadable';

/** "Limits" of the contract. */
export const maxFileBytes = 50 * 1024 * 1024;

/** What .xls files are, and what Excel wraps a workbook with a password in. */
const compound = [0xd0, 0xcf, 0x11, 0xe0];

/** What speaks against a file before anything of it is sent, undefined where nothing does. */
export const fileProblem = async (file: File): Promise<FileProblem | undefined> => {
  if (/\.xls$/i.test(file.name)) return 'old-workbook';
  if (!/\.(json|csv|tsv|txt|xlsx)$/i.test(file.name)) return 'kind';
  if (file.size > maxFileBytes) return 'large';
  if (file.size === 0) return 'empty';
  const start = await startOf(file);
  if (!start) return 'unreadable';
  return compound.every((byte, index) => start[index] === byte) ? 'old-workbook' : undefined;
};

/** Whether a file can be read still: it may have been changed, moved, or be a folder. */
export const isReadable = async (file: File): Promise<boolean> => (await startOf(file)) !== undefined;

const startOf = async (file: File): Promise<Uint8Array | undefined> => {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return undefined;
  }
};
