/** What another thread or service needs to continue a trace: the header `traceparent` of W3C Trace Context. */
export type TraceCarrier = Readonly<Record<string, string>>;

/** Ids, counts and kinds only: never a text, an address or a key of a tenant. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Ends a span; undefined if its work failed. */
export type EndSpan = (attributes: SpanAttributes | undefined) => void;

/** Runs the handling of a request in the first span of this process; `end` is called once, with the name and attributes of the span. */
export type TraceRequest = (
  traceparent: string | undefined,
  handle: (end: (name: string, attributes: SpanAttributes) => void) => void,
) => void;

/** Traces of the requests of a process, each of whose threads has its own. What runs outside a request is not traced, and a collector that is away neither delays nor fails anything. */
export type Tracing = {
  readonly request: TraceRequest;
  /** Begins a span below the one that runs now, if one does. */
  readonly start: (name: string) => EndSpan;
  /** Runs work in such a span; `attributesOf` gives those of its result. */
  readonly span: <Result>(
    name: string,
    work: () => Promise<Result>,
    attributesOf?: (result: Result) => SpanAttributes,
  ) => Promise<Result>;
  /** The span that runs now, for another thread or service; undefined if none does. */
  readonly carrier: () => TraceCarrier | undefined;
  /** Runs work that another thread has asked for in a span below its own. */
  readonly continued: <Result>(carrier: TraceCarrier, name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Sends what has not been sent, for at most a second. */
  readonly close: () => Promise<void>;
};
