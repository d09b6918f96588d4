/** A JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1). */
export type Schema = Readonly<Record<string, unknown>>;

/** A type of the API: its schema, and the conversion of a value of the service to JSON. */
export type JsonType<Value, Json = Value> = {
  readonly schema: Schema;
  readonly toJson: (value: Value) => Json;
};

/** A type whose values are JSON already. */
export const jsonType = <Value>(schema: Schema): JsonType<Value> => ({ schema, toJson: (value) => value });

export const text = jsonType<string>({ type: 'string' });
export const uuid = jsonType<string>({ type: 'string', format: 'uuid' });
export const timestamp = jsonType<string>({ type: 'string', format: 'date-time' });
export const boolean = jsonType<boolean>({ type: 'boolean' });
export const number = jsonType<number>({ type: 'number' });
export const integer = jsonType<number>({ type: 'integer' });
export const count = jsonType<number>({ type: 'integer', minimum: 0 });
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  jsonType<Value>({ type: 'string', enum: values });

export const constant = <const Value extends string | boolean>(value: Value) =>
  jsonType<Value>({ type: typeof value, const: value });

export const none = jsonType<null>({ type: 'null' });

/** The same type with more constraints in its schema. */
export const constrained = <Value, Json>(type: JsonType<Value, Json>, constraints: Schema): JsonType<Value, Json> => ({
  ...type,
  schema: { ...type.schema, ...constraints },
});

export const nullable = <Value, Json>({
  schema,
  toJson,
}: JsonType<Value, Json>): JsonType<Value | null, Json | null> => ({
  schema: nullableSchema(schema),
  toJson: (value) => (value === null ? null : toJson(value)),
});

const nullableSchema = (schema: Schema): Schema =>
  '$ref' in schema
    ? { anyOf: [schema, none.schema] }
    : {
        ...schema,
        type: [schema['type'], 'null'],
        ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
      };

/** A field that may be left out. */
export const optional = <Value, Json>({
  schema,
  toJson,
}: JsonType<Value, Json>): JsonType<Value | undefined, Json | undefined> & { readonly isOptional: true } => ({
  schema,
  toJson: (value) => (value === undefined ? undefined : toJson(value)),
  isOptional: true,
});

export const list = <Value, Json>(
  { schema, toJson }: JsonType<Value, Json>,
  { maxItems }: { readonly maxItems?: number } = {},
): JsonType<readonly Value[], readonly Json[]> => ({
  schema: { type: 'array', ...(maxItems === undefined ? {} : { maxItems }), items: schema },
  toJson: (values) => values.map(toJson),
});

/** An object with any keys and values of one type. */
export const dictionary = <Value, Json>({
  schema,
  toJson,
}: JsonType<Value, Json>): JsonType<Readonly<Record<string, Value>>, Readonly<Record<string, Json>>> => ({
  schema: { type: 'object', additionalProperties: schema },
  toJson: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toJson(value)])),
});

/** The same type, whose schema refers to the one of that name in the document. */
export const referenced = <Value, Json>(name: string, { toJson }: JsonType<Value, Json>): JsonType<Value, Json> => ({
  schema: { $ref: `#/components/schemas/${name}` },
  toJson,
});

type Field<Value, Json = unknown> = readonly [name: string, type: JsonType<Value, Json>, description?: string];

/** Each property of a record and the field that it becomes in JSON: name, type and description. */
type Fields<Source> = { readonly [Property in keyof Source]-?: Field<Source[Property]> };

type NameOf<AnyField> = AnyField extends Field<never> ? AnyField[0] : never;
type ValueOf<AnyField> = AnyField extends Field<never, infer Json> ? Json : never;
type JsonOf<Table> = { readonly [Property in keyof Table as NameOf<Table[Property]>]: ValueOf<Table[Property]> };

/** A JSON object with exactly the fields of the table, in its order. Compiles only if every property of `Source` has a field of its type. */
export const record =
  <Source>() =>
  <const Table extends Fields<Source>>(
    description: string,
    table: Table & Readonly<Record<Exclude<keyof Table, keyof Source>, never>>,
  ): JsonType<Source, JsonOf<Table>> => {
    const fields = Object.entries<Field<never>>(table);
    return {
      schema: { description, ...objectSchema(fields.map(([, field]) => field)) },
      toJson: (source) => {
        const json: Record<string, unknown> = {};
        for (const [property, [name, { toJson }]] of fields) {
          json[name] = toJson(source[property as keyof Source] as never);
        }
        return json as JsonOf<Table>;
      },
    };
  };

const objectSchema = (fields: readonly Field<never>[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(([name, { schema }, description]) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  ),
  required: fields.flatMap(([name, type]) => ('isOptional' in type ? [] : [name])),
  additionalProperties: false,
});
