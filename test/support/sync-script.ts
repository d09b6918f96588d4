import { call } from './api.ts';
import { credentials } from './desk-servers.ts';
import { filledCollection, type Page } from './stored-tickets.ts';
import { startScript } from './upload-script.ts';

const variables = { zendesk: 'ZENDESK_API_TOKEN', omnidesk: 'OMNIDESK_API_KEY', helpdeskeddy: 'HELPDESKEDDY_API_KEY' };

/** An empty collection, a key that may only upload into it, and the pull of a desk into it without waits between its requests. */
export const puller = async (url: string, desk: keyof typeof variables, address: string) => {
  const { user, collection, ask } = await filledCollection(url, []);
  const body = { name: 'Nightly', scopes: ['upload'], collections: [collection] };
  const { key } = (await call(url, 'POST /api/keys', { credential: user.token, body })).body as {
    readonly key: string;
  };
  const environment = {
    ...{ PRECEDENT_URL: url, PRECEDENT_API_KEY: key, [`${desk.toUpperCase()}_URL`]: address },
    ...{ [`${desk.toUpperCase()}_EMAIL`]: credentials.user, [variables[desk]]: credentials.secret },
  };
  const start = (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
    startScript('scripts/sync.ts', [desk, '--collection', collection, '--pace-share', '0', ...args], {
      ...environment,
      ...more,
    });
  return {
    ...{ ask, start, environment, collection },
    run: (args?: readonly string[], more?: Readonly<Record<string, string>>) => start(args, more).ended,
    cursor: async () => {
      const source = `${desk}-${new URL(address).host.replaceAll(/[.:]/g, '_')}`;
      return ((await ask(`GET /sync-cursors/${source}`)).body as { readonly cursor: string | null }).cursor;
    },
    /** The stored tickets by their ids. */
    tickets: async () => {
      const rows = new Map<
        string,
        { readonly problem: string; readonly solution: string; readonly revision: number }
      >();
      for (let after = ''; ;) {
        const page = (await ask(`GET /tickets?limit=100${after}`)).body as Page;
        for (const row of page.tickets) rows.set(row.ticket_id, row);
        if (page.next === null) return rows;
        after = `&after=${encodeURIComponent(page.next)}`;
      }
    },
  };
};
