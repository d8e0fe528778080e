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
export type AuditRow = Record<string, unknown>

/** Columns that say nothing to a reader: they follow from others, or only serve the database. */
const hiddenFields = new Set([
  'id',
  'business_id',
  'version',
  'updated_at',
  'sku_key',
  'folded_sku',
  'file_key',
])
const defaultMaxLength = 400

/**
 * What is different between two states of a row, field by field; parts of an object by their path. A row that came or
 * went shows what it held. Empty when only something hidden changed.
 */
export function diffAuditRows(
  before: AuditRow | null,
  after: AuditRow | null,
  maxLength = defaultMaxLength,
): AuditChange[] {
  const [flatBefore, flatAfter] = [flattenRow(before ?? {}), flattenRow(after ?? {})]
  const fields = [...new Set([...Object.keys(flatBefore), ...Object.keys(flatAfter)])].filter(
    field => !hiddenFields.has(field),
  )
  const changes = fields.flatMap(field => {
    const [a, b] = [flatBefore[field] ?? null, flatAfter[field] ?? null]
    // When a row came stands beside its entry; that it was said to have come at another time is a change.
    if (field === 'created_at' && !(before && after)) return []
    if (isEmpty(a) && isEmpty(b) && !(before && after)) return []
    return isSame(a, b)
      ? []
      : [truncateChange({ field, before: a, after: b, isCut: false }, maxLength)]
  })
  // A part that was absent and is now empty is the same to a reader, unless nothing else changed.
  const visibleChanges = changes.filter(({ before: a, after: b }) => (a ?? '') !== (b ?? ''))
  return visibleChanges.length > 0 ? visibleChanges : changes
}

/** Objects become their parts, up to three deep; lists stay whole. */
function flattenRow(row: AuditRow, path = '', depth = 0): AuditRow {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const name = path ? `${path}.${key}` : key
      const flatValue = abilityFields.has(name) ? groupBySubject(value) : value
      return isObject(flatValue) && depth < 3
        ? Object.entries(flattenRow(flatValue, name, depth + 1))
        : [[name, flatValue]]
    }),
  )
}

/** Columns and details that say what somebody may do. */
const abilityFields = new Set(['ability', 'abilities', 'permissions'])
const Abilities = Ability.array()
const isPermissionName = (one: unknown): one is Permission => permissions.some(each => each === one)

/** What may be done with each subject, so that it is compared subject by subject; what is no list of rights stays as it is. */
function groupBySubject(value: unknown): unknown {
  const permissionNames =
    Array.isArray(value) && value.length > 0 && value.every(isPermissionName) ? value : undefined
  const abilities = Abilities.safeParse(value).data
  if (!permissionNames && !abilities) return value
  const isGranted = (permission: Permission) =>
    permissionNames
      ? permissionNames.includes(permission)
      : hasPermission(abilities ?? [], permission)
  const levels = subjects.map(subject => [
    subject,
    isGranted(`${subject}:write`) ? 'write' : isGranted(`${subject}:read`) ? 'read' : '',
  ])
  return Object.fromEntries([
    ...levels,
    ['all', coversAbilities(abilities ?? [], [{ action: 'manage', subject: 'all' }]) || ''],
  ])
}

const isObject = (value: unknown): value is AuditRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Long texts are shown where they begin to differ. */
function truncateChange(change: AuditChange, maxLength: number): AuditChange {
  const [a, b] = [toText(change.before), toText(change.after)]
  if ((a?.length ?? 0) <= maxLength && (b?.length ?? 0) <= maxLength) return change
  let commonLength = 0
  while (commonLength < (a?.length ?? 0) && a?.[commonLength] === b?.[commonLength]) commonLength++
  const start = Math.max(0, commonLength - 60)
  const excerpt = (text: string | null) =>
    text &&
    `${start > 0 ? '…' : ''}${text.slice(start, start + maxLength).toWellFormed()}${text.length > start + maxLength ? '…' : ''}`
  return { ...change, before: excerpt(a), after: excerpt(b), isCut: true }
}

function toText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
