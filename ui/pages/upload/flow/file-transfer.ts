import { ApiError } from '../../../api/api-error.ts';
import { errorDetail, named } from '../../../api/request.ts';
import type { AppContext } from '../../../app-context.ts';
import { language } from '../../../messages/language.ts';
import type { AssignedColumns, TablePlace } from '../upload-records.ts';
import type { FileProblem } from './flow-state.ts';

/** The limit of docs/contract.md, "Limits". */
const maxFileBytes = 50 * 1024 * 1024;

/** How files end that can be chosen; the service reads them by their content. */
export const fileEndings = ['json', 'jsonl', 'ndjson', 'csv', 'tsv', 'txt', 'xlsx', 'gz'] as const;

/** The signature of Compound File Binary: .xls files, and .xlsx workbooks with a password. */
const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0];

/** How a ZIP, gzip and JSON begin, which the service knows whatever their names are; a table of text it knows by its name. */
const mayBeRead = /^(?:PK|\x1f\x8b|(?:\xef\xbb\xbf)?\s*(?:[[{]|$))/;

/** Why a file would be refused, found before it is sent; undefined if nothing is known against it. */
export const fileProblem = async (file: File): Promise<FileProblem | undefined> => {
  if (/\.xls$/i.test(file.name)) return 'old-workbook';
  if (!fileEndings.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`))) return 'kind';
  if (file.size > maxFileBytes) return 'large';
  if (file.size === 0) return 'empty';
  const start = await firstBytes(file);
  if (!start) return 'unreadable';
  if (compoundFileSignature.every((byte, index) => start[index] === byte)) return 'old-workbook';
  return /\.xlsx$/i.test(file.name) && !mayBeRead.test(String.fromCharCode(...start)) ? 'no-workbook' : undefined;
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

type Post = {
  readonly path: string;
  /** Undefined if a header names a file that the service keeps. */
  readonly file: File | undefined;
  readonly columns: AssignedColumns;
  readonly place?: TablePlace | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Receives the share of bytes sent, from 0 to 1. */
  readonly onTransfer: (share: number) => void;
};

/** A successful reply; `text` is its body. */
type Posted = { readonly status: number; readonly text: string };

/**
 * Posts a file as a form. Uses XMLHttpRequest, as `fetch` reports no transfer progress. Throws ApiError and the signal's
 * reason; a refused session token ends the session.
 */
const postFile = async ({ session }: Pick<AppContext, 'session'>, post: Post): Promise<Posted> => {
  const token = session.token.get();
  const { status, text, names } = await replyTo(post, token);
  if (status >= 200 && status < 300) return { status, text };
  if (status === 401 && token !== undefined && token === session.token.get()) session.end('expired');
  throw new ApiError(status, errorDetail(text) ?? `HTTP ${status}`, names);
};

type Reply = { readonly status: number; readonly text: string; readonly names: ReturnType<typeof named> };

const replyTo = ({ signal, onTransfer, ...post }: Post, token: string | undefined): Promise<Reply> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onTransfer(total === 0 ? 0 : Math.min(loaded / total, 1));
    request.upload.onload = () => onTransfer(1);
    request.onload = () => {
      const names = named((name) => request.getResponseHeader(name));
      resolve({ status: request.status, text: request.responseText, names });
    };
    request.onerror = () => reject(new ApiError(0, 'The service cannot be reached'));
    request.onabort = () => reject(signal.reason instanceof Error ? signal.reason : new ApiError(0, 'Given up'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open('POST', post.path);
    request.setRequestHeader('Accept-Language', language());
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(post.headers ?? {})) request.setRequestHeader(name, value);
    request.send(formOf(post));
  });

/** Null without columns, place and file. */
const formOf = ({ file, columns, place = {} }: Pick<Post, 'file' | 'columns' | 'place'>): FormData | null => {
  const { sheet, headerRow, readAs } = place;
  const hasColumns = Object.keys(columns).length > 0;
  if (!file && !hasColumns && [sheet, headerRow, readAs].every((value) => value === undefined)) return null;
  const form = new FormData();
  if (hasColumns) form.set('columns', JSON.stringify(columns));
  if (sheet !== undefined) form.set('sheet', sheet);
  if (headerRow !== undefined) form.set('header_row', String(headerRow));
  if (readAs !== undefined) form.set('read_as', readAs);
  if (file) form.set('file', file);
  return form;
};

/** Posts a file by the name under which the service keeps it, or its bytes if there is no such name or the service does not keep it (any more). */
export const postKept = async (
  app: Pick<AppContext, 'session'>,
  { keptAs, ...post }: Post & { readonly keptAs: string | undefined },
): Promise<Posted> => {
  if (keptAs === undefined) return postFile(app, post);
  try {
    // What is sent is too little to be shown.
    const named = { ...post, file: undefined, headers: { ...post.headers, 'Preview-Id': keptAs } };
    return await postFile(app, { ...named, onTransfer: () => undefined });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'preview-not-found') throw error;
    return postFile(app, post);
  }
};

/** The query string of a request that updates stored tickets. */
export const updateQuery = (updates: boolean): string => (updates ? '?on_duplicate=update' : '');
