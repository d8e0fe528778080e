import type { JsonSchema } from './openapi-document.ts'

export const escapeHtml = (text: unknown) =>
  String(text).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`)

const limitLabels: Record<string, string> = {
  minimum: 'from',
  maximum: 'to',
  minLength: 'at least',
  maxLength: 'at most',
  minItems: 'at least',
  maxItems: 'at most',
  pattern: 'like',
}
const unitLabels: Record<string, string> = {
  minLength: ' characters',
  maxLength: ' characters',
  minItems: ' items',
  maxItems: ' items',
}

/** The fields of a shape as a table; a shape with a name is a link to where it stands. */
export function renderSchema(schema: JsonSchema): string {
  const fields = listFields(schema)
  if (!fields.length) return `<p class="type">${renderType(schema)} ${renderLimits(schema)}</p>`
  return `<table class="fields"><tbody>${fields.map(renderFieldRow).join('')}</tbody></table>`
}

type SchemaField = { name: string; schema: JsonSchema; isRequired: boolean }

function listFields(schema: JsonSchema): SchemaField[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
}

function renderFieldRow({ name, schema, isRequired }: SchemaField): string {
  const nestedSchema = getNestedSchema(schema)
  return (
    `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</th>` +
    `<td><span class="type">${renderType(schema)}</span> <small>${renderLimits(schema)}</small>${nestedSchema ? renderSchema(nestedSchema) : ''}</td></tr>`
  )
}

/** An object without a name, or one in a list, is shown in place. */
function getNestedSchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema.items) return getNestedSchema(schema.items)
  return schema.properties ? schema : undefined
}

function renderType(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, allOf, format } = schema
  if ($ref) return renderSchemaLink($ref.split('/').at(-1) ?? '')
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map(value => `<code>${escapeHtml(value)}</code>`).join(' · ')
  const alternatives = anyOf ?? allOf
  if (alternatives) return alternatives.map(renderType).join(anyOf ? ' or ' : ' and ')
  if (type === 'array') return `list of ${renderType(items ?? {})}`
  return escapeHtml(format ?? type ?? 'anything')
}

const renderSchemaLink = (name: string) =>
  `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`

const renderLimits = (schema: JsonSchema) =>
  Object.entries(limitLabels)
    .filter(
      ([key]) =>
        schema[key] !== undefined &&
        Math.abs(Number(schema[key])) !== Number.MAX_SAFE_INTEGER &&
        !(key === 'pattern' && schema.format),
    )
    .map(([key, label]) => `${label} ${escapeHtml(schema[key])}${unitLabels[key] ?? ''}`)
    .join(', ')
