/** An entity of schema.org. Fields without a value are omitted from the JSON. */
export type JsonLd = { '@type': string; [field: string]: unknown }
