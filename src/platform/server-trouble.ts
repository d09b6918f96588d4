import {
  type Diagnosis,
  diagnoses,
  type DiagnosisText,
  type ServerName,
  servers,
  responseErrorPatterns,
  connectionErrorPatterns,
} from './server-diagnoses.ts';

/** A server that cannot be used, in words that contain no secret. */
export type ServerTrouble = {
  readonly diagnosis: Diagnosis;
  /** What is wrong and the variable to change; no address and no version of the server. */
  readonly reason: string;
  /** Where the server was sought, for the log: hosts and ports, and its version if that is too old. */
  readonly where: string;
  /** It needs the operator. */
  readonly isFinal: boolean;
  /** Reads work meanwhile: a start does not wait for the end. */
  readonly isPartial: boolean;
};

/** Error codes for what a probe finds; the patterns contain them. */
export const findings = {
  /** TLS, though the variable does not ask for it. */
  speaksTls: 'SPEAKS_TLS',
  /** The protocol without TLS, though the variable asks for TLS. */
  speaksPlain: 'SPEAKS_PLAIN',
  /** Another protocol. */
  speaksOtherwise: 'SPEAKS_OTHERWISE',
  /** Several servers that share the keys. */
  runsAsCluster: 'RUNS_AS_CLUSTER',
  /** A server that only watches others. */
  runsAsSentinel: 'RUNS_AS_SENTINEL',
} as const;

/** An error with one of the codes. */
export const finding = (name: keyof typeof findings): Error =>
  Object.assign(new Error(findings[name]), { code: findings[name] });

/** The codes, names and messages of an error and its causes, one a line, to be matched by the patterns. May contain addresses. */
export const traceOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 5) return String(error);
  const { name, message } = error;
  const { code, type, statusCode, reason, errors = [] } = error as Error & DriverError;
  const nested = [error.cause, ...serverErrors(reason), ...errors].filter((one) => one !== undefined);
  const lines = [
    ...[name, message, type],
    ...[code !== undefined && `code ${code}`, statusCode !== undefined && `status ${statusCode}`],
    ...nested.map((one) => traceOf(one, depth + 1)),
  ];
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
};

/** Fields of the drivers' errors. */
type DriverError = {
  readonly code?: string | number;
  readonly type?: string;
  readonly statusCode?: number;
  readonly reason?: unknown;
  readonly errors?: readonly unknown[];
};

/** MongoDB's driver keeps why each server of a deployment failed in a description of that deployment. */
const serverErrors = (reason: unknown): readonly unknown[] => {
  const descriptions = (reason as { readonly servers?: unknown } | undefined)?.servers;
  if (!(descriptions instanceof Map)) return [];
  return [...descriptions.values()].map((description) => (description as { readonly error?: unknown }).error);
};

type Connection = { readonly where: string; readonly hasCredentials: boolean };

/** Diagnoses an error of a server; undefined if no pattern matches. `where` and `hasCredentials` come from the server's variable. */
export const diagnose = (server: ServerName, error: unknown, connection: Connection): ServerTrouble | undefined => {
  const trace = traceOf(error);
  const [found] =
    [...responseErrorPatterns[server], ...connectionErrorPatterns].find(([, pattern]) => pattern.test(trace)) ?? [];
  if (found === undefined) return undefined;
  if (found !== 'credentials refused' && found !== 'rights refused')
    return troubleWith(server, found, connection.where);
  const refused = found === 'rights refused' ? 'no rights' : 'wrong credentials';
  return troubleWith(server, connection.hasCredentials ? refused : 'no credentials', connection.where);
};

export const troubleWith = (server: ServerName, diagnosis: Diagnosis, where: string): ServerTrouble => {
  const { isFinal, isPartial = false, describe }: DiagnosisText = diagnoses[diagnosis];
  return { diagnosis, reason: describe(servers[server]), where, isFinal, isPartial };
};

/** The line that ends a start. */
export const lineOf = (server: ServerName, { reason, where }: ServerTrouble): string =>
  `${servers[server].variable}: ${reason} (${where})`;

/** Whether a version such as `23.10.7` is older than the oldest that can be used; an unreadable one is not. */
export const isTooOld = (server: ServerName, version: string): boolean => {
  const [major, minor] = /^v?(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = servers[server].oldest.split('.').map(Number);
  if (major === undefined || minor === undefined) return false;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
};
