const uuid = { type: 'string', format: 'uuid' } as const;

/** A header with a UUID that a client may send. */
export const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: false, description, schema: uuid },
});

/** The collection as a query string names it. */
export const collectionInQuery = {
  ...{ name: 'collection_id', in: 'query', required: true, description: 'The collection', schema: uuid },
} as const;
