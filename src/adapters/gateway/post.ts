import type { GatewayCall } from '../../domain/gateway-call.ts';

/** Runs a request to the gateway, which gets these headers too, and learns how it ends. */
export type WatchCall = (
  call: Pick<Call, 'path' | 'isRetry'>,
  send: (headers: Headers) => Promise<Reply>,
) => Promise<Reply>;

type Headers = Readonly<Record<string, string>>;

/** An OpenAI-compatible model gateway: the base URL of its paths, and its API key if it needs one. */
export type Gateway = {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly watch?: WatchCall | undefined;
};

export type Call = Pick<GatewayCall, 'path'> & {
  /** An earlier attempt failed. */
  readonly isRetry?: boolean;
  readonly body: unknown;
  /** A larger reply is a failure. */
  readonly maxReplyMiB: number;
  /** How much of the body is read when the status is not 200. */
  readonly maxErrorBodyMiB: number;
  /** Time-out of the whole exchange. */
  readonly timeoutMs: number;
  /** The time-out that the failure's text names. */
  readonly reportedTimeoutMs: number;
  /** The caller's, who ends the exchange early. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the body that is sent. */
  readonly onSent?: ((body: string) => void) | undefined;
  /** Receives the body of a reply with status 200 as it comes. Returns whether that is all: the rest is not waited for. */
  readonly onChunk?: ((chunk: Uint8Array) => boolean) | undefined;
};

/**
 * The outcome of a call. `detail` continues "the gateway …" and contains neither its address nor its key; `isRetryable`: another attempt
 * may succeed. The body of an error status may be incomplete.
 */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null; readonly body: string }
  | { readonly kind: 'unanswered'; readonly detail: string; readonly isRetryable: boolean };

/** Sends one POST to the gateway. Redirects are not followed, and a reply is read up to its limit only. Never throws. */
export const post = (gateway: Gateway, call: Call): Promise<Reply> => {
  const sendCall = (added: Headers) => send(gateway, call, added);
  return gateway.watch ? gateway.watch(call, sendCall) : sendCall({});
};

const send = async (gateway: Gateway, call: Call, added: Headers): Promise<Reply> => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), call.timeoutMs);
  const body = JSON.stringify(call.body);
  call.onSent?.(body);
  const signal = call.signal ? AbortSignal.any([abort.signal, call.signal]) : abort.signal;
  try {
    const response = await fetch(address(gateway, call.path), {
      method: 'POST',
      headers: { ...headers(gateway, call), ...added },
      body,
      redirect: 'manual',
      signal,
    });
    const { status } = response;
    const { bytes, ended } =
      status === 200
        ? await readBody(response, call.maxReplyMiB * mebibyte, call.onChunk)
        : await readBody(response, call.maxErrorBodyMiB * mebibyte);
    // An error status counts even if its body is incomplete; a reply with status 200 must be complete.
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

const headers = ({ apiKey }: Gateway, { onChunk }: Call): Record<string, string> => ({
  'Content-Type': 'application/json',
  Accept: onChunk ? 'text/event-stream, application/json' : 'application/json',
  ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
});

/** Reads at most `limit` bytes. `ended`: 'complete', 'too large' or the error that ended the body early. */
const readBody = async (
  response: Response,
  limit: number,
  onChunk?: Call['onChunk'],
): Promise<{ bytes: Buffer; ended: unknown }> => {
  if (limit === 0) return { bytes: Buffer.alloc(0), ended: 'too large' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) return { bytes: Buffer.concat(chunks, limit), ended: 'too large' };
      if (onChunk?.(chunk)) break;
    }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), ended: error };
  }
  return { bytes: Buffer.concat(chunks), ended: 'complete' };
};

/** An error of fetch may quote the address or the key, so only its code, a constant of the system, is used. */
const unanswered = (reason: unknown, signal: AbortSignal, call: Call): Reply => {
  if (reason === 'too large') {
    return { kind: 'unanswered', detail: `sent more than ${call.maxReplyMiB} MiB`, isRetryable: false };
  }
  if (signal.aborted) {
    return {
      kind: 'unanswered',
      detail: `did not answer within ${call.reportedTimeoutMs / 1000} s`,
      isRetryable: true,
    };
  }
  const cause = reason instanceof Error ? reason.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const suffix = /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : '';
  return { kind: 'unanswered', detail: `could not be reached${suffix}`, isRetryable: true };
};
