import { z } from 'zod'

/**
 * A path in a schema: names of fields, indexes of alternatives, and `[]` for the items of a list.
 */
export type SchemaPath = readonly (string | number)[]
type SampleSchema = { [key: string]: unknown }

const isSchema = (value: unknown): value is SampleSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const filterSchemas = (value: unknown): SampleSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []
const getAlternatives = (schema: SampleSchema) => [
  ...filterSchemas(schema['anyOf']),
  ...filterSchemas(schema['oneOf']),
]
const getProperties = (schema: SampleSchema) =>
  Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).filter(
    (entry): entry is [string, SampleSchema] => isSchema(entry[1]),
  )

/** Tests ask for the schema of a call at each of its fields, and creating one takes milliseconds. */
const inputSchemas = new WeakMap<z.ZodType, SampleSchema>()

/**
 * Returns the input of a call as JSON Schema. A query list that is sent as `a,b` is a list in the
 * schema.
 */
export function toInputSchema(shape: z.ZodType): SampleSchema {
  const schema = inputSchemas.get(shape) ?? createInputSchema(shape)
  inputSchemas.set(shape, schema)
  return schema
}

const createInputSchema = (shape: z.ZodType): SampleSchema =>
  z.toJSONSchema(shape, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const def: unknown = zodSchema._zod.def
      const inner =
        isSchema(def) && def['type'] === 'pipe' && isSchema(def['in']) && !jsonSchema.type
          ? def['out']
          : undefined
      if (inner instanceof z.ZodType && Object.keys(jsonSchema).length === 0)
        Object.assign(jsonSchema, toInputSchema(inner))
    },
  }) as SampleSchema // JSON Schema is an object with unknown properties

/** Returns all text fields of a schema with their paths. */
export function findTextFields(schema: SampleSchema): { path: SchemaPath; schema: SampleSchema }[] {
  const alternatives = getAlternatives(schema)
  if (alternatives.length > 0)
    return alternatives.flatMap((alternative, index) =>
      findTextFields(alternative).map(field => ({ ...field, path: [index, ...field.path] })),
    )
  if (schema['type'] === 'string' && !('enum' in schema) && !('const' in schema))
    return [{ path: [], schema }]
  if (isSchema(schema['items']))
    return findTextFields(schema['items']).map(field => ({ ...field, path: ['[]', ...field.path] }))
  return getProperties(schema).flatMap(([name, part]) =>
    findTextFields(part).map(field => ({ ...field, path: [name, ...field.path] })),
  )
}

const isNamedLikeId = (name: string) => /^(target|.*Id)$/.test(name)
/** Returns the paths of fields that refer to a row: UUIDs, and texts whose name ends with `Id`. */
export const findIdFields = (schema: SampleSchema): SchemaPath[] =>
  findTextFields(schema)
    .filter(
      field =>
        field.schema['format'] === 'uuid' ||
        (field.schema['format'] === undefined && isNamedLikeId(String(field.path.at(-1)))),
    )
    .map(({ path }) => path)

type SampleOptions = {
  path?: SchemaPath | undefined
  value?: unknown
  /** Also fills optional fields. */
  includesOptional?: boolean
  /** The value of all other id fields. */
  id: string
}

/** Returns the smallest value that matches the schema, with `value` at `path`. */
export function createSample(schema: SampleSchema, options: SampleOptions): unknown {
  if (options.path?.length === 0) return options.value
  const alternatives = getAlternatives(schema)
  if (alternatives.length > 0) return sampleAlternative(alternatives, options)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return createSampleObject(schema, options)
  if (type === 'array') return createSampleList(schema, options)
  if (type === 'string') return createSampleText(schema, '', options.id)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1))
  return type === 'null' ? null : undefined
}

function sampleAlternative(
  alternatives: readonly SampleSchema[],
  { path, ...options }: SampleOptions,
): unknown {
  const [step, ...rest] = path ?? []
  const selected =
    typeof step === 'number'
      ? alternatives[step]
      : (alternatives.find(alternative => alternative['type'] === 'null') ?? alternatives[0])
  return (
    selected &&
    createSample(selected, { ...options, path: typeof step === 'number' ? rest : undefined })
  )
}

function createSampleList(schema: SampleSchema, { path, ...options }: SampleOptions): unknown[] {
  const items = isSchema(schema['items']) ? schema['items'] : {}
  if (path?.[0] === '[]') return [createSample(items, { ...options, path: path.slice(1) })]
  return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => createSample(items, options))
}

function createSampleObject(schema: SampleSchema, { path, ...options }: SampleOptions) {
  const [step, ...rest] = path ?? []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const parts = getProperties(schema).filter(
    ([name]) => name === step || options.includesOptional || required.includes(name),
  )
  const isText = (part: SampleSchema) =>
    part['type'] === 'string' && !part['enum'] && !part['const']
  return Object.fromEntries(
    parts.map(([name, part]) => {
      if (name === step) return [name, createSample(part, { ...options, path: rest })]
      return [
        name,
        isText(part) ? createSampleText(part, name, options.id) : createSample(part, options),
      ]
    }),
  )
}

export const samplePassword = 'kettle-shed-oak-7'
let sampleCount = 0
/** Returns the first ordinary text that matches the rules of the field. Names are unique. */
function createSampleText(schema: SampleSchema, field: string, id: string): string {
  if (field === 'password') return samplePassword
  if (isNamedLikeId(field)) return id
  sampleCount += 1
  const name = `kettle-${String(sampleCount).padStart(6, '0')}`
  const rules = [schema, ...filterSchemas(schema['allOf'])].flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [],
  )
  const texts = [
    id,
    `${name}@example.com`,
    '2026-03-01T09:30:00.000Z',
    '2026-03-01',
    'https://example.com/x',
    '/kettle',
    'USD',
    'DE',
    'en',
    '#a1b2c3',
    '09:30',
    '',
  ]
  const byFormat: Record<string, string | undefined> = {
    uuid: texts[0],
    email: texts[1],
    'date-time': texts[2],
    date: texts[3],
    uri: texts[4],
  }
  const minLength = Number(schema['minLength'] ?? 0)
  const maxLength = Number(schema['maxLength'] ?? 1000)
  const isValid = (text: string) =>
    text.length >= minLength && text.length <= maxLength && rules.every(rule => rule.test(text))
  return (
    byFormat[/email/i.test(field) ? 'email' : String(schema['format'])] ??
    [...(field === 'link' ? ['/kettle'] : []), name, 'kettle', ...texts].find(isValid) ??
    name.padEnd(minLength, 'e').slice(0, maxLength)
  )
}
