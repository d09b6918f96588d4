import type { ServerName } from '../platform/server-diagnoses.ts';
import type { ServerTrouble } from '../platform/server-trouble.ts';

/** The address of a server, and how its protocol is recognised without its driver. */
export type ServerEndpoint = {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  /** The file of the certificate authorities, if the variable names one. */
  readonly caFile: string | undefined;
  /** The variable says that no certificate is checked. */
  readonly acceptsAnyCertificate?: boolean;
  /** The protocols offered in a TLS handshake, in the order of preference (ALPN). */
  readonly protocols?: readonly string[];
  readonly hasCredentials: boolean;
  /** Bytes that a server of this kind answers at once, and whether an answer is one of it. */
  readonly greeting: string | Uint8Array;
  readonly isAnswer: (bytes: Buffer) => boolean;
};

/** An adapter's check of its server, on a separate connection. */
export type ServerCheck = {
  readonly endpoint: ServerEndpoint;
  /** Uses the server as the service does. Rejects with the driver's error if that fails, resolves with the server's version if that is known. */
  readonly attempt: () => Promise<string | undefined>;
  readonly close: () => Promise<void> | void;
};

/** A server that is checked again and again. */
export type WatchedServer = {
  readonly server: ServerName;
  /** Resolves with the current trouble, undefined if there is none; never rejects. */
  readonly diagnose: () => Promise<ServerTrouble | undefined>;
  readonly close: () => Promise<void> | void;
};
