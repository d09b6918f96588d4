import { run } from '../support/documented-commands.ts';

/** The engine's own client, and Compose on the stack of the tests. */
const client =
  'docker() { if [[ $1 == compose ]]; then scripts/containers "$@"; else scripts/containers docker "$@"; fi; }';

const { HOME = '/', CONTAINERS_DIR = '' } = process.env;

/** Runs commands of a document for `docker`; returns what they printed. Throws if one fails. */
export const inContainers = async (commands: string): Promise<string> => {
  const { status, output } = await run(`${client}\nset -e\n${commands}`, { HOME, CONTAINERS_DIR });
  if (status !== 0) throw new Error(`${commands}\n${output}`);
  return output;
};
