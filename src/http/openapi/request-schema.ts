import type { ObjectSchema, SchemaDescription } from 'yup';
import type { Schema } from '../schemas/json-types.ts';

type Checks = Pick<ObjectSchema<object>, 'describe'>;

/** The JSON Schema of a checked body: types, enumerations, constraints and required fields from its checks, the rest from their `meta` and its own. */
export const requestSchema = (checks: Checks): Schema => {
  const fields = fieldsOf(checks);
  return {
    type: 'object',
    required: fields.flatMap(([name, { optional }]) => (optional ? [] : [name])),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...checks.describe().meta,
  };
};

/** The parameters of a checked query string. */
export const queryParameters = (checks: Checks): readonly Schema[] =>
  fieldsOf(checks).map(([name, field]) => {
    const { description, ...schema } = fieldSchema(field);
    return { name, in: 'query', required: !field.optional, description, schema };
  });

const fieldsOf = (checks: Checks) =>
  Object.entries(checks.describe().fields as Readonly<Record<string, SchemaDescription>>);

/** A required string must not be empty. */
const fieldSchema = ({ type, nullable, oneOf, tests, meta, optional }: SchemaDescription): Schema => ({
  type: nullable ? [type, 'null'] : type,
  ...(oneOf.length > 0 && { enum: nullable ? [...oneOf, null] : oneOf }),
  ...(type === 'string' && !optional ? { minLength: 1 } : {}),
  ...(Object.assign({}, ...tests.map(({ params }) => params?.['jsonSchema'] as Schema | undefined)) as Schema),
  ...meta,
});
