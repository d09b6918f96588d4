/** The service refuses: the same request would be refused again. */
export class RefusedByService extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** It may go better next time: the line broke, or the service is away or busy. `retryAfter`: in so many seconds, where the service says so. */
export class NotNow extends Error {
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Another request with this Upload-Id is being processed. */
export class StillRunning extends Error {}

/** What went wrong many times in a row. */
export class GaveUp extends Error {}

/** The file is no longer what it was when it was checked. */
export class FileChanged extends Error {}
