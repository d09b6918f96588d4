import { errors } from '@elastic/elasticsearch';
import { Unavailable } from '../../domain/errors.ts';

/** Elasticsearch refused or could not do what it was asked. Its reason is left out: it may quote a document. */
export class ElasticsearchAnswered extends Unavailable {
  readonly type: string;
  constructor(status: number, type: string) {
    super(`Elasticsearch answered ${status} (${type})`);
    this.type = type;
  }
}

/** What a request gives; throws ElasticsearchAnswered, or Unavailable where there was no answer, without address or credentials. */
export const answered = async <Result>(request: Promise<Result>): Promise<Result> => {
  try {
    return await request;
  } catch (error) {
    throw failureOf(error);
  }
};

const failureOf = (error: unknown): unknown => {
  if (error instanceof errors.ResponseError) {
    return new ElasticsearchAnswered(error.statusCode ?? 0, typeOf(error.body));
  }
  return error instanceof errors.ElasticsearchClientError ? noAnswer() : error;
};

/** What callers of the service are told. */
export const noAnswer = (): Unavailable => new Unavailable('Elasticsearch did not answer');

/** The class of an error in an answer's body. */
export const typeOf = (body: unknown): string => {
  const error = (body as { readonly error?: { readonly type?: unknown } } | null | undefined)?.error;
  return typeof error?.type === 'string' ? error.type : 'unknown';
};
