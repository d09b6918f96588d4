import { type Said, type Sentence, sentenceOf } from './sentence.ts';

/**
 * A request that cannot be fulfilled. The message is shown to the client; `http/errors.ts` maps each class to a status. Of a message that is a plain text
 * nothing is recorded, since it may quote what was sent; a class whose messages never do says so.
 */
export class Refusal extends Error {
  readonly sentence: Sentence;
  constructor(message: Said = '', options?: ErrorOptions) {
    const sentence = sentenceOf(message, 'The request was refused');
    super(sentence.said, options);
    this.sentence = sentence;
  }
  /** The message as it may be recorded. */
  get recorded(): string {
    return this.sentence.recorded;
  }
}

/** Its messages never quote what was sent. */
class InOwnWords extends Refusal {
  override get recorded(): string {
    return this.message;
  }
}

export class InvalidInput extends Refusal {}
export class EmailTaken extends Refusal {
  constructor(message = 'Email already registered') {
    super(message);
  }
}
export class InvalidLogin extends Refusal {
  constructor(message = 'Invalid email or password') {
    super(message);
  }
}
/** Seconds, or hours from two of them on. */
const spoken = (seconds: number): string => (seconds >= 7_200 ? `${Math.ceil(seconds / 3_600)} h` : `${seconds} s`);

/** Refused until `retryAfterSeconds` have passed. */
export class TooManyAttempts extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds = 60) {
    super(`${message}; try again in ${spoken(retryAfterSeconds)}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
/** The credential is missing, unknown or no longer valid. */
export class NotAuthenticated extends Refusal {
  constructor(message = 'Not authenticated') {
    super(message);
  }
}
/** The key is valid, but may not do this. */
export class KeyScopeMissing extends Refusal {}
/** The password in the body of an authenticated request is not that of the account. */
export class WrongPassword extends Refusal {
  constructor(message = 'The current password is wrong') {
    super(message);
  }
}
export class KeyNotFound extends Refusal {
  constructor(message = 'Key not found') {
    super(message);
  }
}
export class CollectionNotFound extends InOwnWords {
  constructor(message = 'Collection not found') {
    super(message);
  }
}
export class UploadNotFound extends Refusal {
  constructor(message = 'Upload not found') {
    super(message);
  }
}
/** The previewed file is not kept here (any more). */
export class PreviewNotFound extends Refusal {
  constructor(message = 'Preview not found; send the file again') {
    super(message);
  }
}
export class TicketNotFound extends Refusal {
  constructor(message = 'Ticket not found') {
    super(message);
  }
}
export class TicketRevisionNotFound extends Refusal {
  constructor(message = 'The ticket has not had that revision') {
    super(message);
  }
}
/** The ticket was erased for good; `erasureId` is undefined if it is unknown. */
export class TicketErased extends Refusal {
  readonly erasureId: string | undefined;
  constructor(erasureId: string | undefined, message = 'The ticket was erased') {
    super(message);
    this.erasureId = erasureId;
  }
}
/** The answer was not recorded, or is not kept any more. */
export class AnswerNotFound extends Refusal {
  constructor(message = 'Answer not found') {
    super(message);
  }
}
export class GapNotFound extends Refusal {
  constructor(message = 'Gap not found') {
    super(message);
  }
}
export class ErasureNotFound extends Refusal {
  constructor(message = 'Erasure not found') {
    super(message);
  }
}
/** The ticket has another revision than the request expects. */
export class TicketChanged extends Refusal {}
/** A rule for stored tickets forbids the new texts; the message begins with the name of the rule. */
export class RuleViolated extends Refusal {}
/** Another request with the same Upload-Id is being processed. */
export class UploadRunning extends Refusal {
  constructor(message = 'This upload is still running') {
    super(message);
  }
}
/** The tenant stores as much as it may (`TENANT_MAX_TICKETS`, `TENANT_MAX_BYTES`, `TENANT_MAX_COLLECTIONS`). */
export class QuotaExceeded extends InOwnWords {}
/** A store or gateway does not respond. The message does not quote a gateway's reply either, which may repeat what was sent. */
export class Unavailable extends InOwnWords {}
/** Others changed the same thing first, as often as the command was decided again. */
export class ChangedMeanwhile extends Unavailable {
  constructor(message = 'Somebody else changed the same thing; try again') {
    super(message);
  }
}
/** A file of the embedded stores is damaged: no repeat succeeds before it has been restored or rebuilt. */
export class StoreDamaged extends Refusal {}
/** The event log cannot be read beyond some event, or has lost its last ones. */
export class LogDamaged extends StoreDamaged {}
/** The log ends before a position that read models hold: events that were acknowledged are gone. */
export class LogLostEvents extends LogDamaged {}
/** The file of the embedded read models. */
export class ReadModelsDamaged extends StoreDamaged {}
/** There is no room for an upload's body, or for what was read from it. */
export class DiskFull extends Unavailable {
  constructor(message = 'Disk is full') {
    super(message);
  }
}
/** The event log cannot be written or does not answer; the message names it and the reason. */
export class LogUnavailable extends Unavailable {}
/** The gateway refused this content (400 or 413); a retry would fail again. */
export class EmbeddingRefused extends Unavailable {}
/** The gateway failed: time-out, network error, 5xx or an unusable reply. */
export class EmbeddingFailed extends Unavailable {}
/** The model in use changed during the request; a retry uses the new one. */
export class ModelChanged extends Unavailable {
  constructor(message = 'The model was changed; search again') {
    super(message);
  }
}
/** Another attempt at the same upload has taken over because this one seemed dead. */
export class Superseded extends Unavailable {
  constructor(message = 'Another request has carried this upload on') {
    super(message);
  }
}
/** The user has stopped this upload. */
export class StoppedByUser extends Superseded {
  constructor(message = 'The upload was stopped; sending it again stores the rest') {
    super(message);
  }
}
/** The service is shutting down: acknowledged tickets are stored, the others are not. */
export class Stopping extends Unavailable {}
