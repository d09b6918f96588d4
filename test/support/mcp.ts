import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The official client, connected with an API key. `version`: the newest revision of the protocol, or one from before it with its handshake. */
export const connectMcp = async (url: string, key: string, version: 'newest' | 'handshake' = 'newest') => {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: version === 'newest' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('/api/v1/mcp', url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
};

/** The text that a tool answers with, and whether that is an error. */
export const callTool = async (client: Client, name: string, given: Readonly<Record<string, unknown>> = {}) => {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content as readonly { readonly type: string; readonly text?: string }[];
  return { text: first?.text ?? '', isError };
};

/** The texts between the fences of an answer, as a reader takes them who looks for the mark alone. */
export const fencedIn = (text: string): readonly string[] => {
  const mark = /the mark ([0-9a-f]+)/.exec(text)?.[1] ?? 'none';
  return [...text.matchAll(new RegExp(`<<<[A-Z]+ ${mark}\\n([\\s\\S]*?)\\n[A-Z]+ ${mark}>>>`, 'g'))].map(
    ([, fenced = '']) => fenced,
  );
};
