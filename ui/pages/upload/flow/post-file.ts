import { ApiError } from '../../../api/api-error.ts';
import { errorDetail, named } from '../../../api/request.ts';
import type { AppContext } from '../../../app-context.ts';
import { language } from '../../../messages/language.ts';
import type { AssignedColumns } from '../upload-records.ts';

type Post = {
  readonly path: string;
  readonly file: File;
  readonly columns: AssignedColumns;
  readonly uploadId?: string;
  readonly signal: AbortSignal;
  /** Receives the share of bytes sent, from 0 to 1. */
  readonly onTransfer: (share: number) => void;
};

/**
 * Posts a file as a form; returns the parsed reply. Uses XMLHttpRequest, as `fetch` reports no transfer progress. Throws ApiError and the signal's
 * reason; a refused session token ends the session.
 */
export const postFile = async ({ session }: Pick<AppContext, 'session'>, post: Post): Promise<unknown> => {
  const token = session.token.get();
  const { status, text, names } = await replyTo(post, token);
  if (status >= 200 && status < 300) return JSON.parse(text) as unknown;
  if (status === 401 && token !== undefined && token === session.token.get()) session.end('expired');
  throw new ApiError(status, errorDetail(text) ?? '', names);
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
    if (post.uploadId !== undefined) request.setRequestHeader('Upload-Id', post.uploadId);
    request.send(formOf(post));
  });

const formOf = ({ file, columns }: Pick<Post, 'file' | 'columns'>): FormData => {
  const form = new FormData();
  if (Object.keys(columns).length > 0) form.set('columns', JSON.stringify(columns));
  form.set('file', file);
  return form;
};
