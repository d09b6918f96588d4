type Example = {
  readonly origin: string;
  readonly key: string;
  readonly collectionId: string;
  readonly query: string;
};

/** Text for a shell's single quotes. */
const quoted = (text: string) => text.replaceAll("'", String.raw`'\''`);

/** A search through the API as a command for a terminal, in lines; those parts that are strings to the shell are marked. */
export const curlExample = ({ origin, key, collectionId, query }: Example): readonly (readonly [string, string])[] => {
  const body = [
    `{"collection_id": "${collectionId}",`,
    `      "query": ${quoted(JSON.stringify(query))}, "generate_answer": true}`,
  ];
  return [
    [`curl -X POST ${origin}/api/v1/search \\`, ''],
    ['  -H ', `"Authorization: Bearer ${key}" \\`],
    ['  -H ', '"Content-Type: application/json" \\'],
    ['  -d ', `'${body[0] ?? ''}`],
    ['', `${body[1] ?? ''}'`],
  ];
};

export const asCommand = (lines: ReturnType<typeof curlExample>): string =>
  lines.map(([plain, string]) => plain + string).join('\n');
