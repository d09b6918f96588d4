import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { shortDigest } from '../platform/short-digest.ts';

/** What is the same for everybody until the service is replaced. It is sent from memory: no request serialises or compresses it. */
export type StaticFile = {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly bytes: Buffer;
  /** The same bytes compressed, by content coding (`br`, `gzip`). */
  readonly encoded: Readonly<Record<string, Buffer>>;
};

/** Of the bytes, as an entity tag. */
export const etagOf = (bytes: Buffer): string => `"${shortDigest(bytes)}"`;

/** Compresses a text whose copies are not built beforehand, beside the event loop. It is revalidated, and nobody compresses it on the way. */
export const compressedFile = async (text: string, type: string): Promise<StaticFile> => {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)]);
  return { bytes, type, etag: etagOf(bytes), cacheControl: 'no-cache, no-transform', encoded: { br, gzip: gz } };
};

/** Answers with the file in a content coding that the client accepts, or with 304. */
export const sendStaticFile = (file: StaticFile, request: Request, response: Response): void => {
  response.set({
    'Content-Type': file.type,
    'Cache-Control': file.cacheControl,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const encoding = request.acceptsEncodings(...Object.keys(file.encoded), 'identity');
  const encoded = typeof encoding === 'string' ? file.encoded[encoding] : undefined;
  if (encoded && typeof encoding === 'string') response.set('Content-Encoding', encoding);
  response.send(encoded ?? file.bytes);
};
