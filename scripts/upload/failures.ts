/** The service refused the request and would refuse it again. */
export class RefusedByService extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** A retry may succeed: the connection broke, or the service is unreachable or overloaded. `retryAfter`: seconds, if the service asks for a wait. */
export class TemporaryFailure extends Error {
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Another request with this Upload-Id is being processed. */
export class StillRunning extends Error {}

/** All attempts failed; the message is the last reason. */
export class RetriesExhausted extends Error {}

/** The file was changed after it was checked. */
export class FileChanged extends Error {}
