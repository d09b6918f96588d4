/** Refusals in the words of the domain; `http/errors.ts` alone knows what they are over HTTP. The message is for the caller. */
export class Refusal extends Error {}

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
/** The credential that was presented is not, or no longer, valid. */
export class NotAuthenticated extends Refusal {
  constructor(message = 'Not authenticated') {
    super(message);
  }
}
export class CollectionNotFound extends Refusal {
  constructor(message = 'Collection not found') {
    super(message);
  }
}
export class UploadNotFound extends Refusal {
  constructor(message = 'Upload not found') {
    super(message);
  }
}
/** Another request with the same Upload-Id is being processed. */
export class UploadRunning extends Refusal {
  constructor(message = 'This upload is still running') {
    super(message);
  }
}
/** Something the service stands on (a store, a gateway) does not answer; what is named in the message may be shown. */
export class Unavailable extends Refusal {}
/** A gateway refused this content for good (400 or 413): sending it again cannot help. */
export class EmbeddingRefused extends Unavailable {}
/** The gateway failed by time-out, network, 5xx or an unusable reply. */
export class EmbeddingFailed extends Unavailable {}
/** Another model came into use between the choice of a model and its use; asking again finds it. */
export class ModelChanged extends Unavailable {
  constructor(message = 'The model was changed; search again') {
    super(message);
  }
}
/** Another attempt at the same upload has begun while this one was taken for dead. */
export class Superseded extends Unavailable {
  constructor(message = 'Another request has carried this upload on') {
    super(message);
  }
}
/** The service stops: what was acknowledged is stored, the rest is not. */
export class Stopping extends Unavailable {}
