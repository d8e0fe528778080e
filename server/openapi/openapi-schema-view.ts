import type { Schema } from './openapi-document.ts'

export const escapeHtml = (text: unknown) =>
  String(text).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`)

const limits: Record<string, string> = {
  minimum: 'from',
  maximum: 'to',
  minLength: 'at least',
  maxLength: 'at most',
  minItems: 'at least',
  maxItems: 'at most',
  pattern: 'like',
}
const units: Record<string, string> = {
  minLength: ' characters',
  maxLength: ' characters',
  minItems: ' items',
  maxItems: ' items',
}

/** The fields of a shape as a table; a shape with a name is a link to where it stands. */
export function schemaView(schema: Schema): string {
  const fields = fieldsOf(schema)
  if (!fields.length) return `<p class="type">${typeOf(schema)} ${limitsOf(schema)}</p>`
  return `<table class="fields"><tbody>${fields.map(fieldRow).join('')}</tbody></table>`
}

type Field = { name: string; schema: Schema; isRequired: boolean }

function fieldsOf(schema: Schema): Field[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
}

function fieldRow({ name, schema, isRequired }: Field): string {
  const inner = innerOf(schema)
  return (
    `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</th>` +
    `<td><span class="type">${typeOf(schema)}</span> <small>${limitsOf(schema)}</small>${inner ? schemaView(inner) : ''}</td></tr>`
  )
}

/** An object without a name, or one in a list, is shown in place. */
function innerOf(schema: Schema): Schema | undefined {
  if (schema.items) return innerOf(schema.items)
  return schema.properties ? schema : undefined
}

function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf, allOf, format } = schema
  if ($ref) return linkTo($ref.split('/').at(-1) ?? '')
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map(value => `<code>${escapeHtml(value)}</code>`).join(' · ')
  const several = anyOf ?? allOf
  if (several) return several.map(typeOf).join(anyOf ? ' or ' : ' and ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  return escapeHtml(format ?? type ?? 'anything')
}

const linkTo = (name: string) => `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`

const limitsOf = (schema: Schema) =>
  Object.entries(limits)
    .filter(
      ([key]) =>
        schema[key] !== undefined &&
        Math.abs(Number(schema[key])) !== Number.MAX_SAFE_INTEGER &&
        !(key === 'pattern' && schema.format),
    )
    .map(([key, word]) => `${word} ${escapeHtml(schema[key])}${units[key] ?? ''}`)
    .join(', ')
