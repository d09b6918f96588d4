import type { ExecutionContext } from 'ava';

type Progress = {
  readonly state: string;
  readonly waiting_for?: string | null;
  readonly stored: number;
  readonly total: number | null;
};
type Event = { readonly name: string; readonly id: number; readonly data: Progress };

/** Opens an upload's progress; `until` reads events up to the first that is wanted, or to the end of the stream. */
export const followProgress = async (
  t: ExecutionContext,
  url: string,
  { credential, headers = {} }: { readonly credential: string; readonly headers?: Readonly<Record<string, string>> },
) => {
  const abort = new AbortController();
  t.teardown(() => abort.abort());
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${credential}`, ...headers },
    signal: abort.signal,
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: (event: Event) => boolean): Promise<readonly Event[]> => {
    const events: Event[] = [];
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const fields = new Map(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
        );
        text = text.slice(end + 2);
        const data = fields.get('data');
        if (data === undefined) continue;
        const event = {
          name: fields.get('event') ?? '',
          id: Number(fields.get('id')),
          data: JSON.parse(data) as Progress,
        };
        events.push(event);
        if (wanted(event)) return events;
        continue;
      }
      const chunk = await chunks?.read();
      if (!chunk || chunk.done) return events;
      text += chunk.value;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    until,
    abort: () => {
      abort.abort();
    },
  };
};
