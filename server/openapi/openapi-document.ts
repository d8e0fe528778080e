import { z } from 'zod'
import { allRoutes, allSchemas } from '#contract/all.ts'
import { createWebhookBodySchema, webhookBodyTypes } from '#contract/developer/webhook-payload.ts'
import { getRouteUrl, ListMeta, NoContent, type Route } from '#contract/lib/call/api.ts'
import { apiKeySubjects } from '#contract/lib/call/permission.ts'
import { ProblemBody } from '#contract/lib/call/problem.ts'
import { Address } from '#contract/lib/country/address.ts'
import { introduction } from './openapi-introduction.ts'
import { buildWebhookOperation } from './openapi-webhook.ts'

/** The subset of JSON Schema that the schemas of the contract are converted to. */
export type JsonSchema = {
  $ref?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  [keyword: string]: unknown
}
type MediaTypes = Record<string, { schema: JsonSchema }>
type OpenapiParameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
  style?: string
  explode?: boolean
}
export type ParameterOrRef = OpenapiParameter | { $ref: string }
export type OpenapiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  parameters: ParameterOrRef[]
  requestBody?: { required: boolean; content: MediaTypes }
  responses: Record<string, { $ref?: string; description?: string; content?: MediaTypes }>
}

const schemaNames = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries({
  ...allSchemas,
  Address,
  ListMeta,
  Problem: ProblemBody,
}))
  if (!schemaNames.has(shape)) schemaNames.add(shape, { id })

/**
 * Returns the OpenAPI 3.1 document of all calls, generated from the contract that the server
 * serves.
 */
export function buildOpenapiDocument(version: string) {
  const components = new ComponentRegistry()
  const paths: Record<string, Record<string, OpenapiOperation>> = {}
  for (const route of allRoutes) {
    const path = getRouteUrl(route).replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: buildOperation(route, components),
    }
  }
  const webhooks = Object.fromEntries(
    webhookBodyTypes.map(type => {
      const schema = components.registerSchema(createWebhookBodySchema(type), 'output')
      return [type, { post: buildWebhookOperation(type, schema) }]
    }),
  )
  const problem = components.registerSchema(ProblemBody, 'output')
  return {
    openapi: '3.1.0',
    info: { title: 'Storewright', version, description: introduction },
    servers: [{ url: '/' }],
    tags: [...new Set(allRoutes.map(route => route.feature))].map(name => ({ name })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: {
        store: storeHeaderParameter,
        idempotencyKey: idempotencyKeyParameter,
        dataPosition: dataPositionParameter,
      },
      responses: {
        Problem: { description: 'An error', content: { 'application/json': { schema: problem } } },
      },
      schemas: components.schemas,
    },
  }
}
export type OpenapiDocument = ReturnType<typeof buildOpenapiDocument>

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sw_live_…',
    description: 'An API key of a store, created under Developers.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The accessToken of a login. It expires after ten minutes.',
  },
}
const storeHeaderParameter: OpenapiParameter = {
  name: 'X-Business-Id',
  in: 'header',
  required: false,
  description: 'The ID of the store. By default, the store that was used last.',
  schema: { type: 'string', format: 'uuid' },
}
const idempotencyKeyParameter: OpenapiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request with the same key and body returns the same record again.',
  schema: { type: 'string', maxLength: 255 },
}
const dataPositionParameter: OpenapiParameter = {
  name: 'X-Data-Position',
  in: 'header',
  required: false,
  description:
    'Send the highest X-Data-Position that you have received. ' +
    'A read replica then serves the request only if it has all data up to this position.',
  schema: { type: 'integer' },
}
const problemResponse = { $ref: '#/components/responses/Problem' }

function buildOperation(route: Route, components: ComponentRegistry): OpenapiOperation {
  const isPublic = route.can === 'public'
  const isStoreScoped = !isPublic && route.can !== 'logged-in'
  const success = {
    description: route.message ?? 'Success',
    content: buildResponseContent(route, components),
  }
  return {
    operationId: `${route.feature}.${route.name}`,
    tags: [route.feature],
    summary: route.summary,
    description: describeAccess(route),
    security: listSecuritySchemes(route),
    parameters: [
      ...buildPathParameters(route),
      ...buildQueryParameters(route, components),
      ...(isStoreScoped && !route.storeIdParam ? [{ $ref: '#/components/parameters/store' }] : []),
      ...(route.allowsReplica ? [{ $ref: '#/components/parameters/dataPosition' }] : []),
      ...(route.idempotent ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...buildRequestBody(route, components),
    responses: {
      [route.status]: success,
      ...(!isPublic && { 401: problemResponse }),
      ...(isStoreScoped && { 403: problemResponse, 404: problemResponse }),
      default: problemResponse,
    },
  }
}

function describeAccess({ can }: Route): string {
  if (can === 'public') return 'Public.'
  if (can === 'logged-in') return 'Requires a login.'
  if (can === 'member') return 'Requires a membership in the store.'
  return `Requires the permission \`${can}\`.`
}

/** Returns the accepted kinds of authentication, of which a request needs one. */
function listSecuritySchemes({ can }: Route): object[] {
  if (can === 'public') return []
  const acceptsApiKey = apiKeySubjects.some(subject => can.startsWith(`${subject}:`))
  return acceptsApiKey ? [{ key: [] }, { token: [] }] : [{ token: [] }]
}

const buildPathParameters = ({ path }: Route): ParameterOrRef[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))

function buildQueryParameters({ query }: Route, components: ComponentRegistry): ParameterOrRef[] {
  if (query === NoContent) return []
  const { properties = {}, required = [] } = components.registerSchema(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    // The server reads a list as `a,b`.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  }))
}

function buildRequestBody(
  { body, upload }: Route,
  components: ComponentRegistry,
): Pick<OpenapiOperation, 'requestBody'> {
  if (upload) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body === NoContent
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.registerSchema(body, 'input') } },
        },
      }
}

function buildResponseContent(route: Route, components: ComponentRegistry): MediaTypes {
  if (route.downloadType)
    return { [route.downloadType.replace(/;.*/, '')]: { schema: { type: 'string' } } }
  const reply =
    route.reply === NoContent ? undefined : components.registerSchema(route.reply, 'output')
  const listProperties = route.isList ? reply?.properties : undefined
  const properties: Record<string, JsonSchema> = {
    status: { const: true },
    ...Object.fromEntries(
      Object.keys(route.envelopeFields ?? {}).map(key => [key, { type: 'string' }]),
    ),
    ...(listProperties?.items && listProperties.meta
      ? { data: listProperties.items, meta: listProperties.meta }
      : reply && { [route.dataKey]: reply }),
    ...(route.message && { message: { const: route.message } }),
  }
  const schema: JsonSchema = {
    type: 'object',
    properties,
    required: ['status', ...(reply ? [route.dataKey] : []), ...(listProperties ? ['meta'] : [])],
  }
  return { 'application/json': { schema } }
}

/**
 * Collects the schemas with a name under `components`. All others are repeated where they are used.
 */
class ComponentRegistry {
  readonly schemas: Record<string, JsonSchema> = {}

  registerSchema(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...schema
    } = z.toJSONSchema(shape, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      metadata: schemaNames,
    })
    const renamedSchemas = new Map<string, string>()
    for (const [name, definition] of Object.entries($defs)) {
      const registeredSchema = this.schemas[name]
      // A schema whose input and output differ, such as one with defaults, is listed in both forms.
      const isDifferent =
        registeredSchema !== undefined &&
        JSON.stringify(registeredSchema) !==
          JSON.stringify(rewriteReferences(definition, renamedSchemas))
      if (isDifferent) renamedSchemas.set(name, `${name}${io === 'input' ? 'Sent' : 'Read'}`)
    }
    for (const [name, definition] of Object.entries($defs))
      this.schemas[renamedSchemas.get(name) ?? name] ??= rewriteReferences(
        definition,
        renamedSchemas,
      )
    return rewriteReferences(schema, renamedSchemas)
  }
}

function rewriteReferences(schema: object, renamedSchemas: Map<string, string>): JsonSchema {
  // Clients must ignore unknown fields, so no schema forbids them.
  const text = JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
  return JSON.parse(
    text.replace(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"#/components/schemas/${renamedSchemas.get(name) ?? name}"`,
    ),
  )
}
