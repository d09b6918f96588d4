/** The servers that may hold a store, in the order in which they are named. */
export type ServerName = 'eventstoredb' | 'mongodb' | 'elasticsearch' | 'redis';

export type Diagnosis = keyof typeof diagnoses;

export type Server = {
  readonly title: string;
  readonly variable: string;
  readonly oldest: string;
  /** How the variable is changed. */
  readonly enableTls: string;
  readonly disableTls: string;
  readonly credentialsExample: string;
};

/** The oldest version is that of the adapter or its driver (docs/operations.md, "On servers"). */
export const servers: Readonly<Record<ServerName, Server>> = {
  eventstoredb: {
    ...{ title: 'EventStoreDB', variable: 'EVENTSTORE_URL', oldest: '21.10' },
    enableTls: 'remove tls=false from EVENTSTORE_URL',
    disableTls: 'set tls=false in EVENTSTORE_URL',
    credentialsExample: 'esdb://USER:PASSWORD@…',
  },
  mongodb: {
    ...{ title: 'MongoDB', variable: 'MONGODB_URL', oldest: '4.4' },
    enableTls: 'add tls=true to MONGODB_URL',
    disableTls: 'remove tls=true from MONGODB_URL, or add tls=false if it begins with mongodb+srv://',
    credentialsExample: 'mongodb://USER:PASSWORD@…',
  },
  elasticsearch: {
    ...{ title: 'Elasticsearch', variable: 'ELASTICSEARCH_URL', oldest: '9.4' },
    enableTls: 'let ELASTICSEARCH_URL begin with https://',
    disableTls: 'let ELASTICSEARCH_URL begin with http://',
    credentialsExample: 'https://USER:PASSWORD@… or ?api_key=',
  },
  redis: {
    ...{ title: 'Redis', variable: 'REDIS_URL', oldest: '6.2' },
    enableTls: 'let REDIS_URL begin with rediss://',
    disableTls: 'let REDIS_URL begin with redis://',
    credentialsExample: 'redis://:PASSWORD@… or redis://USER:PASSWORD@…',
  },
};

/** The text of each diagnosis, and whether it needs the operator (`isFinal`): a start waits for the end of all others. docs/operations.md lists the same lines. */
export const diagnoses = {
  refused: {
    isFinal: false,
    describe: ({ title, variable }: Server) =>
      `${title} refuses connections; start it, or correct the host and port in ${variable}`,
  },
  'unknown host': {
    isFinal: false,
    describe: ({ title, variable }: Server) => `The host of ${title} is unknown; correct it in ${variable}`,
  },
  unreachable: {
    isFinal: false,
    describe: ({ title, variable }: Server) =>
      `The host of ${title} cannot be reached; look after the network, or correct the host in ${variable}`,
  },
  'no answer': {
    isFinal: false,
    describe: ({ title, variable }: Server) =>
      `${title} did not answer; look after it, or correct the host and port in ${variable}`,
  },
  'wrong credentials': {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `${title} refuses the user, password or key in ${variable}; correct them, or give that user the rights`,
  },
  'no credentials': {
    isFinal: true,
    describe: ({ title, variable, credentialsExample }: Server) =>
      `${title} asks for credentials, and ${variable} has none; add them: ${credentialsExample}`,
  },
  'no rights': {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `${title} does not let the user in ${variable} write; give that user the role readWrite on the database`,
  },
  'no primary': {
    isFinal: false,
    describe: ({ title, variable }: Server) =>
      `${title} has no primary that can be reached, so nothing can be written; look after its members, or name all of them in ${variable}`,
  },
  'no majority': {
    isFinal: false,
    describe: ({ title }: Server) =>
      `${title} cannot store on most of its members, so nothing is acknowledged; look after the members that are away or behind`,
  },
  'certificate not trusted': {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `The certificate of ${title} is not trusted; add tlsCAFile=/path/to/ca.pem to ${variable}, or set NODE_EXTRA_CA_CERTS to that file`,
  },
  'certificate of another host': {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `The certificate of ${title} is for another host; name in ${variable} a host that it is for, or give the server another certificate`,
  },
  'certificate expired': {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `The certificate of ${title} has expired or is not valid yet; renew it, or correct the clock or the host in ${variable}`,
  },
  'TLS expected': {
    isFinal: true,
    describe: ({ title, enableTls }: Server) => `${title} expects TLS; ${enableTls}`,
  },
  'TLS not spoken': {
    isFinal: true,
    describe: ({ title, disableTls }: Server) => `${title} does not speak TLS; ${disableTls}`,
  },
  'another product': {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `What answers is not ${title}, or not one that can be used; correct the host and port in ${variable}`,
  },
  'too old': {
    isFinal: true,
    describe: ({ title, variable, oldest }: Server) =>
      `${title} is too old: ${oldest} or newer is needed; upgrade it, or let ${variable} name another one`,
  },
  'index closed': {
    isFinal: false,
    describe: ({ title }: Server) => `An index of ${title} is closed; open it with POST /INDEX/_open`,
  },
  'index blocked': {
    isFinal: false,
    isPartial: true,
    describe: ({ title }: Server) =>
      `An index of ${title} or all are blocked; set index.blocks.* in /INDEX/_settings or cluster.blocks.* in /_cluster/settings to null`,
  },
  'protected mode': {
    isFinal: false,
    describe: ({ title, variable }: Server) =>
      `${title} is in protected mode and refuses other hosts; give it a password (requirepass) and add it to ${variable}, or set protected-mode no`,
  },
  'read-only replica': {
    isFinal: false,
    describe: ({ title, variable }: Server) =>
      `${title} is a replica that takes no writes; let ${variable} name its primary, or an address that follows it`,
  },
  'out of memory': {
    isFinal: false,
    describe: ({ title }: Server) =>
      `${title} is out of memory and takes no writes; raise maxmemory, or set maxmemory-policy volatile-ttl`,
  },
  'snapshots fail': {
    isFinal: false,
    describe: ({ title }: Server) =>
      `${title} takes no writes because it cannot save its data; look after its disk (rdb_last_bgsave_status, aof_last_write_status)`,
  },
  cluster: {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `${title} runs as a cluster, which cannot be used; let ${variable} name a single server with cluster-enabled no`,
  },
  sentinel: {
    isFinal: true,
    describe: ({ title, variable }: Server) =>
      `What answers is a Sentinel of ${title}, which cannot be used; let ${variable} name the primary that it watches, or an address that follows it`,
  },
} satisfies Record<string, DiagnosisText>;

export type DiagnosisText = {
  readonly isFinal: boolean;
  /** Reads work meanwhile: a start does not wait for the end. */
  readonly isPartial?: boolean;
  readonly describe: (server: Server) => string;
};

export type ErrorPattern = readonly [Diagnosis | 'credentials refused' | 'rights refused', RegExp];

/** What an attempt at a connection leaves, whichever the driver: codes of the operating system, of DNS and of OpenSSL, and `findings`. */
export const connectionErrorPatterns: readonly ErrorPattern[] = [
  ['unknown host', /\b(?:ENOTFOUND|EAI_AGAIN|ENODATA)\b/],
  ['refused', /\bECONNREFUSED\b/],
  ['unreachable', /\b(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)\b/],
  ['certificate of another host', /\bERR_TLS_CERT_ALTNAME_INVALID\b/],
  ['certificate expired', /\bCERT_(?:HAS_EXPIRED|NOT_YET_VALID)\b/],
  ['certificate not trusted', /\b(?:\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)\w*|INVALID_CA)\b/],
  ['certificate not trusted', /\bCERT_(?:UNTRUSTED|REJECTED|SIGNATURE_FAILURE|REVOKED)\b/],
  ['TLS expected', /\bSPEAKS_TLS\b/],
  ['TLS not spoken', /\bSPEAKS_PLAIN\b/],
  ['another product', /\bSPEAKS_OTHERWISE\b/],
];

/** What a server that was reached answers, by the errors of its driver. The first match counts. */
export const responseErrorPatterns: Readonly<Record<ServerName, readonly ErrorPattern[]>> = {
  eventstoredb: [
    ['credentials refused', /\b(?:16 UNAUTHENTICATED|7 PERMISSION_DENIED|access-denied)\b/],
    ['another product', /\b12 UNIMPLEMENTED\b|HTTP status code (?:400|404|405|415)|invalid content-type/i],
  ],
  mongodb: [
    ['credentials refused', /\bcode (?:11|18|334)\b|\bbad auth\b/],
    ['rights refused', /\bcode 13\b|\bnot allowed to do action\b/],
    ['no majority', /\bcode (?:64|79|100)\b/],
    ['no primary', /\bNO_PRIMARY\b|\bcode (?:91|189|10058|10107|11600|11602|13435|13436)\b/],
    ['too old', /\bMongoCompatibilityError\b/],
    ['another product', /\bInvalid message size\b/],
  ],
  elasticsearch: [
    ['credentials refused', /\bstatus 401\b/],
    ['TLS expected', /sent to HTTPS port|to an HTTPS server/],
    ['index closed', /\bindex_closed_exception\b/],
    ['index blocked', /\bcluster_block_exception\b/],
    ['too old', /\bmedia_type_header_exception\b/],
    ['another product', /\bProductNotSupportedError\b|\bHPE_\w+|Parse Error/],
  ],
  redis: [
    ['protected mode', /\bDENIED\b/],
    ['cluster', /\b(?:MOVED|CLUSTERDOWN)\b|\bRUNS_AS_CLUSTER\b/],
    ['sentinel', /\bRUNS_AS_SENTINEL\b/],
    ['read-only replica', /\bREADONLY\b/],
    ['out of memory', /\bOOM\b/],
    ['snapshots fail', /\bMISCONF\b/],
    ['credentials refused', /\b(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid password|wrong number of arguments for 'auth'/],
    ['another product', /Protocol error, got/],
  ],
};
