/** Where the model gateway is (OpenAI-compatible, its paths below `url`), and the key it asks for, if any. */
export type Gateway = { readonly url: string; readonly apiKey: string | undefined };

export type Call = {
  readonly path: 'embeddings' | 'chat/completions';
  readonly body: unknown;
  /** The largest reply that is read, and how much is read of a refusal's body, in MiB. */
  readonly largestReply: number;
  readonly largestRefusal: number;
  /** How long the whole exchange may take, and the limit that is named when it took longer, in milliseconds. */
  readonly timeLimit: number;
  readonly namedLimit: number;
};

/**
 * What came of a call. `unanswered` carries words for "the gateway …" without its address or key; `isPassing`: another attempt may
 * succeed. The body of a refusal is what could be read of it.
 */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null; readonly body: string }
  | { readonly kind: 'unanswered'; readonly detail: string; readonly isPassing: boolean };

/** One POST to the gateway: redirects are not followed, the reply is never read beyond its limit; a failure is a value. */
export const post = async (gateway: Gateway, call: Call): Promise<Reply> => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), call.timeLimit);
  try {
    const response = await fetch(address(gateway, call.path), {
      method: 'POST',
      headers: headers(gateway),
      body: JSON.stringify(call.body),
      redirect: 'manual',
      signal: abort.signal,
    });
    const { status } = response;
    const largest = status === 200 ? call.largestReply : call.largestRefusal;
    const { bytes, ended } = await readBody(response, largest * mebibyte);
    // The status of a refusal is told even where its body breaks off; a good reply counts only as a whole.
    if (status === 200 && ended !== 'complete') return unanswered(ended, abort.signal, call);
    return { kind: 'answered', status, retryAfter: response.headers.get('retry-after'), body: utf8.decode(bytes) };
  } catch (error) {
    return unanswered(error, abort.signal, call);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
};

const mebibyte = 1024 * 1024;
const utf8 = new TextDecoder();

const address = ({ url }: Gateway, path: string) => {
  const base = new URL(url);
  base.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  return base;
};

const headers = ({ apiKey }: Gateway): Record<string, string> => ({
  'Content-Type': 'application/json',
  Accept: 'application/json',
  ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
});

/** `ended`: complete, too large, or the error that broke it off. */
const readBody = async (response: Response, limit: number): Promise<{ bytes: Buffer; ended: unknown }> => {
  if (limit === 0) return { bytes: Buffer.alloc(0), ended: 'too large' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) return { bytes: Buffer.concat(chunks, limit), ended: 'too large' };
    }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), ended: error };
  }
  return { bytes: Buffer.concat(chunks), ended: 'complete' };
};

/** An error of fetch may quote the address or the key: only its code, a constant of the system, is told. */
const unanswered = (reason: unknown, signal: AbortSignal, call: Call): Reply => {
  if (reason === 'too large') {
    return { kind: 'unanswered', detail: `sent more than ${call.largestReply} MiB`, isPassing: false };
  }
  if (signal.aborted) {
    return { kind: 'unanswered', detail: `did not answer within ${call.namedLimit / 1000} s`, isPassing: true };
  }
  const cause = reason instanceof Error ? reason.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const told = /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : '';
  return { kind: 'unanswered', detail: `could not be reached${told}`, isPassing: true };
};
