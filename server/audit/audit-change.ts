import { Ability } from '#contract/account.ts'
import type { AuditChange } from '#contract/audit.ts'
import {
  coversAbilities,
  hasPermission,
  type Permission,
  permissions,
  subjects,
} from '#contract/lib/permission.ts'

/** A row as the audit keeps it: column names, values as JSON. */
export type Kept = Record<string, unknown>

/** Columns that say nothing to a reader: they follow from others, or only serve the database. */
const silent = new Set([
  'id',
  'business_id',
  'version',
  'updated_at',
  'sku_key',
  'folded_sku',
  'file_key',
])
const shownUpTo = 400

/**
 * What is different between two states of a row, field by field; parts of an object by their path. A row that came or
 * went shows what it held. Empty when only something hidden changed.
 */
export function changesOf(
  before: Kept | null,
  after: Kept | null,
  shown = shownUpTo,
): AuditChange[] {
  const [was, now] = [flat(before ?? {}), flat(after ?? {})]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
    field => !silent.has(field),
  )
  const changes = fields.flatMap(field => {
    const [a, b] = [was[field] ?? null, now[field] ?? null]
    // When a row came stands beside its entry; that it was said to have come at another time is a change.
    if (field === 'created_at' && !(before && after)) return []
    if (isEmpty(a) && isEmpty(b) && !(before && after)) return []
    return isSame(a, b) ? [] : [cut({ field, before: a, after: b, isCut: false }, shown)]
  })
  // A part that was absent and is now empty is the same to a reader, unless nothing else changed.
  const told = changes.filter(({ before: a, after: b }) => (a ?? '') !== (b ?? ''))
  return told.length > 0 ? told : changes
}

/** Objects become their parts, up to three deep; lists stay whole. */
function flat(row: Kept, path = '', depth = 0): Kept {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const name = path ? `${path}.${key}` : key
      const parts = rights.has(name) ? bySubject(value) : value
      return isObject(parts) && depth < 3
        ? Object.entries(flat(parts, name, depth + 1))
        : [[name, parts]]
    }),
  )
}

/** Columns and details that say what somebody may do. */
const rights = new Set(['ability', 'abilities', 'permissions'])
const Abilities = Ability.array()
const isPermission = (one: unknown): one is Permission => permissions.some(each => each === one)

/** What may be done with each subject, so that it is compared subject by subject; what is no list of rights stays as it is. */
function bySubject(value: unknown): unknown {
  const known =
    Array.isArray(value) && value.length > 0 && value.every(isPermission) ? value : undefined
  const list = Abilities.safeParse(value).data
  if (!known && !list) return value
  const has = (permission: Permission) =>
    known ? known.includes(permission) : hasPermission(list ?? [], permission)
  const levels = subjects.map(subject => [
    subject,
    has(`${subject}:write`) ? 'write' : has(`${subject}:read`) ? 'read' : '',
  ])
  return Object.fromEntries([
    ...levels,
    ['all', coversAbilities(list ?? [], [{ action: 'manage', subject: 'all' }]) || ''],
  ])
}

const isObject = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Long texts are shown where they begin to differ. */
function cut(change: AuditChange, shown: number): AuditChange {
  const [a, b] = [asText(change.before), asText(change.after)]
  if ((a?.length ?? 0) <= shown && (b?.length ?? 0) <= shown) return change
  let same = 0
  while (same < (a?.length ?? 0) && a?.[same] === b?.[same]) same++
  const from = Math.max(0, same - 60)
  const part = (text: string | null) =>
    text &&
    `${from > 0 ? '…' : ''}${text.slice(from, from + shown).toWellFormed()}${text.length > from + shown ? '…' : ''}`
  return { ...change, before: part(a), after: part(b), isCut: true }
}

function asText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
