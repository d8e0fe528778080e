import { z } from 'zod'
import { everyApi, everyShape } from '#contract/all.ts'
import { ListMeta, Nothing, type Route, urlOf } from '#contract/lib/api.ts'
import { keySubjects } from '#contract/lib/permission.ts'
import { ProblemBody } from '#contract/lib/problem.ts'
import { Address } from '#contract/lib/shapes.ts'
import { prose } from './openapi-prose.ts'

/** The part of JSON Schema that the contract's shapes become. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  [limit: string]: unknown
}
type Content = Record<string, { schema: Schema }>
type Header = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  style?: string
  explode?: boolean
}
export type Parameter = Header | { $ref: string }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

const names = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries({
  ...everyShape,
  Address,
  ListMeta,
  Problem: ProblemBody,
}))
  if (!names.has(shape)) names.add(shape, { id })

/** All calls as OpenAPI 3.1, made from the contract alone, so that it cannot differ from what is served. */
export function openapiDocument(version: string) {
  const components = new Components()
  const routes = everyApi.flatMap((api): Route[] => Object.values(api))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = urlOf(route).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) }
  }
  const problem = components.schemaOf(ProblemBody, 'output')
  return {
    openapi: '3.1.0',
    info: { title: 'Storewright', version, description: prose },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(route => route.feature))].map(name => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'sw_live_…',
          description: 'An API key of a store, made under Developers.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The accessToken of a login; it lives ten minutes.',
        },
      },
      parameters: { store: storeHeader, idempotencyKey: keyHeader },
      responses: {
        Problem: { description: 'A refusal', content: { 'application/json': { schema: problem } } },
      },
      schemas: components.schemas,
    },
  }
}
export type OpenapiDocument = ReturnType<typeof openapiDocument>

const storeHeader: Header = {
  name: 'X-Business-Id',
  in: 'header',
  required: false,
  description: 'The store that the call is made for; left out, the one used last.',
  schema: { type: 'string', format: 'uuid' },
}
const keyHeader: Header = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body give the first answer again.',
  schema: { type: 'string', maxLength: 255 },
}
const refused = { $ref: '#/components/responses/Problem' }

function operation(route: Route, components: Components): Operation {
  const isOpen = route.can === 'public'
  const inStore = !isOpen && route.can !== 'signed-in'
  const success = { description: route.message ?? 'Success', content: contentOf(route, components) }
  return {
    operationId: `${route.feature}.${route.name}`,
    tags: [route.feature],
    summary: route.summary,
    description: isOpen
      ? 'Open to everybody.'
      : route.can === 'member'
        ? 'Needs a place in the store.'
        : inStore
          ? `Needs the permission \`${route.can}\`.`
          : 'Needs a session.',
    // One of them is enough.
    security: isOpen
      ? []
      : [
          ...(keySubjects.some(subject => route.can.startsWith(`${subject}:`))
            ? [{ key: [] }]
            : []),
          { token: [] },
        ],
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route, components),
      ...(inStore && !route.storeIs ? [{ $ref: '#/components/parameters/store' }] : []),
      ...(route.idempotent ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...bodyOf(route, components),
    responses: {
      [route.status]: success,
      ...(!isOpen && { 401: refused }),
      ...(inStore && { 403: refused, 404: refused }),
      default: refused,
    },
  }
}

const pathParameters = ({ path }: Route): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))

function queryParameters({ query }: Route, components: Components): Parameter[] {
  if (query === Nothing) return []
  const { properties = {}, required = [] } = components.schemaOf(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    // `a,b`, as the server reads a list.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  }))
}

function bodyOf({ body, upload }: Route, components: Components): Pick<Operation, 'requestBody'> {
  if (upload) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body === Nothing
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.schemaOf(body, 'input') } },
        },
      }
}

function contentOf(route: Route, components: Components): Content {
  if (route.download) return { [route.download.replace(/;.*/, '')]: { schema: { type: 'string' } } }
  const reply = route.reply === Nothing ? undefined : components.schemaOf(route.reply, 'output')
  const list = route.list ? reply?.properties : undefined
  const properties: Record<string, Schema> = {
    status: { const: true },
    ...Object.fromEntries(Object.keys(route.beside ?? {}).map(key => [key, { type: 'string' }])),
    ...(list?.items && list.meta
      ? { data: list.items, meta: list.meta }
      : reply && { data: reply }),
    ...(route.message && { message: { const: route.message } }),
  }
  const schema: Schema = {
    type: 'object',
    properties,
    required: ['status', ...(reply ? ['data'] : []), ...(list ? ['meta'] : [])],
  }
  return { 'application/json': { schema } }
}

/** Shapes with a name stand once under components; everything else is written where it is used. */
class Components {
  readonly schemas: Record<string, Schema> = {}

  schemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
    const {
      $schema,
      $defs = {},
      ...schema
    } = z.toJSONSchema(shape, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      metadata: names,
    })
    const renamed = new Map<string, string>()
    for (const [name, definition] of Object.entries($defs)) {
      const known = this.schemas[name]
      // A shape that is read otherwise than it is written, such as one with defaults, has both forms.
      const isOther =
        known !== undefined &&
        JSON.stringify(known) !== JSON.stringify(repoint(definition, renamed))
      if (isOther) renamed.set(name, `${name}${io === 'input' ? 'Sent' : 'Read'}`)
    }
    for (const [name, definition] of Object.entries($defs))
      this.schemas[renamed.get(name) ?? name] ??= repoint(definition, renamed)
    return repoint(schema, renamed)
  }
}

function repoint(schema: object, renamed: Map<string, string>): Schema {
  // Fields that a reader does not know are none of its business, so no shape forbids them.
  const text = JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
  return JSON.parse(
    text.replace(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"#/components/schemas/${renamed.get(name) ?? name}"`,
    ),
  )
}
