import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';

/** The pages of the web interface; each address gets the same document, whose script shows the page. */
const pages = [/^\/$/, /^\/(login|register|settings)$/, /^\/collections\/[^/]+(\/upload)?$/];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Scripts, styles and requests of the service's own address only, nothing inline, nothing framed. */
const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

type File = {
  readonly type: string;
  readonly etag: string;
  readonly caching: string;
  readonly bytes: Buffer;
  /** The same bytes as `br` and `gzip`, where they were compressed. */
  readonly encoded: Readonly<Record<string, Buffer>>;
};

const read = (path: string, address: string): File => {
  const bytes = readFileSync(path);
  const encodings = [['br', '.br'] as const, ['gzip', '.gz'] as const].filter(([, ending]) =>
    existsSync(path + ending),
  );
  return {
    bytes,
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    // A name in assets/ holds a hash of the content; everything else is asked for again.
    caching: address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    encoded: Object.fromEntries(encodings.map(([name, ending]) => [name, readFileSync(path + ending)])),
  };
};

/** Every built file by its address; none where the web interface is not built. */
const filesIn = (folder: string): ReadonlyMap<string, File> => {
  if (!existsSync(join(folder, 'index.html'))) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((path) => {
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      return [address, read(path, address)];
    }),
  );
};

/** Serves the web interface as `scripts/build-ui.ts` has built it into a folder, from memory; whatever is not of it goes on to the API. Static files do not count against the rate limit. */
export const uiFiles = (folder: string): RequestHandler => {
  const files = filesIn(folder);
  const page = files.get('/index.html');
  return (request, response, next) => {
    const { path, method } = request;
    const isPage = pages.some((pattern) => pattern.test(path));
    // A browser that is led to a page that does not exist is told so by the interface, in its language.
    const lost =
      !/^\/(api|assets|templates)(\/|$)/.test(path) && request.headers.accept?.includes('text/html') === true;
    const file = isPage ? page : (files.get(path) ?? (lost ? page : undefined));
    if (!file || path === '/index.html' || (method !== 'GET' && method !== 'HEAD')) {
      next();
      return;
    }
    response.locals['route'] = file === page ? 'ui' : 'ui file';
    response.set({
      'Content-Type': file.type,
      'Cache-Control': file.caching,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    });
    if (file === page) response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' });
    response.status(file === page && !isPage ? 404 : 200);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const encoding = request.acceptsEncodings(...Object.keys(file.encoded), 'identity');
    const encoded = typeof encoding === 'string' ? file.encoded[encoding] : undefined;
    if (encoded && typeof encoding === 'string') response.set('Content-Encoding', encoding);
    response.send(encoded ?? file.bytes);
  };
};
