/** What `ELASTICSEARCH_URL` says: the nodes of one cluster, and the same credentials, prefix and certificate authorities for each. */
export type ElasticsearchUrl = {
  /** Origins such as `https://host:9200`. */
  readonly nodes: readonly string[];
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  /** Of all indices. */
  readonly prefix: string;
  readonly auth: { readonly username: string; readonly password: string } | { readonly apiKey: string } | undefined;
  readonly caFile: string | undefined;
};

/**
 * Reads `https://user:password@a:9200,b:9200/prefix?tlsCAFile=/path/to/ca.pem`, or whole URLs with commas between them, of which any may hold what counts for
 * all. A comma in a password need not be escaped. Throws, without quoting it, if the URLs contradict each other or the prefix is not a valid name.
 */
export const parseElasticsearchUrl = (text: string): ElasticsearchUrl => {
  const urls = text.split(/,(?=https?:\/\/)/).flatMap(urlsOf);
  const { protocol } = urls[0] as URL;
  const tls = protocol === 'https:';
  const prefix = onlyOne(urls.map(({ pathname }) => pathname.replace(/^\/|\/$/g, ''))) ?? 'precedent';
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(prefix)) {
    throw new Error('ELASTICSEARCH_URL: the path must be lower-case letters, digits, - and _');
  }
  if (urls.some((url) => url.protocol !== protocol)) throw contradiction();
  const apiKey = onlyOne(urls.map(({ searchParams }) => searchParams.get('api_key')));
  const username = onlyOne(urls.map((url) => url.username));
  const password = onlyOne(urls.map((url) => url.password)) ?? '';
  return {
    nodes: urls.map(({ origin }) => origin),
    hosts: urls.map(({ hostname, port }) => ({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port || (tls ? 443 : 80)),
    })),
    tls,
    prefix,
    auth: apiKey === undefined ? userOf(username, password) : { apiKey },
    caFile: onlyOne(urls.map(({ searchParams }) => searchParams.get('tlsCAFile'))),
  };
};

/** One URL for each host of an address. */
const urlsOf = (address: string): readonly URL[] => {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(https?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/.exec(address) ?? [];
  return hosts.split(',').map((host) => {
    const url = `${scheme}${user}${host}${rest}`;
    if (host === '' || !URL.canParse(url)) throw new Error('ELASTICSEARCH_URL must name its hosts as HOST:PORT');
    return new URL(url);
  });
};

const userOf = (username: string | undefined, password: string) =>
  username === undefined
    ? undefined
    : { username: decodeURIComponent(username), password: decodeURIComponent(password) };

/** The value that some of the URLs give and none contradicts; undefined if none gives one. */
const onlyOne = (values: readonly (string | null)[]): string | undefined => {
  const [value, ...others] = new Set(values.filter((one) => one !== null && one !== ''));
  if (others.length > 0) throw contradiction();
  return value ?? undefined;
};

const contradiction = (): Error =>
  new Error('ELASTICSEARCH_URL: its hosts must agree on http or https, credentials, path and options');
