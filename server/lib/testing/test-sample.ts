import { z } from 'zod'

/** A place in a shape: names of fields, the number of an alternative, `[]` for the members of a list. */
export type Path = readonly (string | number)[]
type Schema = { [key: string]: unknown }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const eitherOf = (schema: Schema) => [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
const propertiesOf = (schema: Schema) =>
  Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).filter(
    (entry): entry is [string, Schema] => isSchema(entry[1]),
  )

/** What a call takes, as data that can be walked. Preparations of a query are looked through: `a,b` for a list is a list. */
export const schemaOf = (shape: z.ZodType): Schema =>
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
        Object.assign(jsonSchema, schemaOf(inner))
    },
  }) as Schema // JSON Schema is an object of unknown parts

/** Every field of text there is in a shape, with its schema. */
export function textFields(schema: Schema): { path: Path; schema: Schema }[] {
  const either = eitherOf(schema)
  if (either.length > 0)
    return either.flatMap((one, nr) =>
      textFields(one).map(field => ({ ...field, path: [nr, ...field.path] })),
    )
  if (schema['type'] === 'string' && !('enum' in schema) && !('const' in schema))
    return [{ path: [], schema }]
  if (isSchema(schema['items']))
    return textFields(schema['items']).map(field => ({ ...field, path: ['[]', ...field.path] }))
  return propertiesOf(schema).flatMap(([name, part]) =>
    textFields(part).map(field => ({ ...field, path: [name, ...field.path] })),
  )
}

const isNamedLikeId = (name: string) => /^(target|.*Id)$/.test(name)
/** Fields that name a row: those of the shape of an id, and texts that are called like one. */
export const idFields = (schema: Schema): Path[] =>
  textFields(schema)
    .filter(
      field =>
        field.schema['format'] === 'uuid' ||
        (field.schema['format'] === undefined && isNamedLikeId(String(field.path.at(-1)))),
    )
    .map(({ path }) => path)

type Wish = {
  path?: Path | undefined
  value?: unknown /** Fills what may be left out too. */
  all?: boolean /** For every other field of an id. */
  id: string
}

/** The least that a shape takes, with `value` at `path` and what leads there. */
export function sampleOf(schema: Schema, wish: Wish): unknown {
  if (wish.path?.length === 0) return wish.value
  const either = eitherOf(schema)
  if (either.length > 0) return oneOf(either, wish)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return objectOf(schema, wish)
  if (type === 'array') return listOf(schema, wish)
  if (type === 'string') return textFor(schema, '', wish.id)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1))
  return type === 'null' ? null : undefined
}

function oneOf(either: readonly Schema[], { path, ...wish }: Wish): unknown {
  const [step, ...rest] = path ?? []
  const chosen =
    typeof step === 'number'
      ? either[step]
      : (either.find(one => one['type'] === 'null') ?? either[0])
  return chosen && sampleOf(chosen, { ...wish, path: typeof step === 'number' ? rest : undefined })
}

function listOf(schema: Schema, { path, ...wish }: Wish): unknown[] {
  const items = isSchema(schema['items']) ? schema['items'] : {}
  if (path?.[0] === '[]') return [sampleOf(items, { ...wish, path: path.slice(1) })]
  return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sampleOf(items, wish))
}

function objectOf(schema: Schema, { path, ...wish }: Wish) {
  const [step, ...rest] = path ?? []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const parts = propertiesOf(schema).filter(
    ([name]) => name === step || wish.all || required.includes(name),
  )
  const isText = (part: Schema) => part['type'] === 'string' && !part['enum'] && !part['const']
  return Object.fromEntries(
    parts.map(([name, part]) => {
      if (name === step) return [name, sampleOf(part, { ...wish, path: rest })]
      return [name, isText(part) ? textFor(part, name, wish.id) : sampleOf(part, wish)]
    }),
  )
}

export const samplePassword = 'kettle-shed-oak-7'
let made = 0
/** Ordinary texts; the first that the field's own rule takes is used. Names are taken once, so each is a new one. */
function textFor(schema: Schema, field: string, id: string): string {
  if (field === 'password') return samplePassword
  if (isNamedLikeId(field)) return id
  made += 1
  const name = `kettle-${String(made).padStart(6, '0')}`
  const rules = [schema, ...schemasIn(schema['allOf'])].flatMap(({ pattern }) =>
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
  const least = Number(schema['minLength'] ?? 0)
  const most = Number(schema['maxLength'] ?? 1000)
  const fits = (text: string) =>
    text.length >= least && text.length <= most && rules.every(rule => rule.test(text))
  return (
    byFormat[/email/i.test(field) ? 'email' : String(schema['format'])] ??
    [...(field === 'link' ? ['/kettle'] : []), name, 'kettle', ...texts].find(fits) ??
    name.padEnd(least, 'e').slice(0, most)
  )
}
