import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApi } from '../../src/http/openapi/document.ts';

/** A response that a client has received. */
export type Received = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ $id: 'document', components: openApi.components });

type OperationObject = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
};

/** The only answer to a request that no operation describes. */
const refusal = {
  type: 'object',
  properties: { detail: { type: 'string' } },
  required: ['detail'],
  additionalProperties: false,
};

const operationFor = (method: string, path: string): OperationObject | undefined => {
  const address = path.split('?')[0] ?? '';
  for (const [template, operations] of Object.entries(openApi.paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const operation = operations[method.toLowerCase()] as OperationObject | undefined;
    if (operation && pattern.test(address)) return operation;
  }
  return undefined;
};

const schemaFor = (operation: OperationObject | undefined, status: number): object | undefined => {
  if (!operation) return status >= 400 ? refusal : undefined;
  const response = operation.responses[status];
  // An answer without a body is read as an empty text.
  return response && !response.content ? { const: '' } : response?.content?.['application/json']?.schema;
};

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
const validatorOf = (schema: object) => {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
  compiled.set(text, validate);
  return validate;
};

/** Throws if the response does not conform to the OpenAPI document. */
export const assertConforms = ({ method, path, status, body }: Received): void => {
  if (typeof body === 'string' && status === 200) return;
  const schema = schemaFor(operationFor(method, path), status);
  if (!schema) throw new Error(`${method} ${path} answered ${status}, which the OpenAPI document does not describe`);
  const validate = validatorOf(schema);
  if (!validate(body))
    throw new Error(`${method} ${path} answered ${status} against the document: ${ajv.errorsText(validate.errors)}`);
};
