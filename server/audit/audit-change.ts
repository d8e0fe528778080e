import { Ability } from '#contract/account/account.ts'
import {
  coversAbilities,
  hasPermission,
  type Permission,
  permissions,
  subjects,
} from '#contract/lib/call/permission.ts'
import type { AuditChange } from '#contract/staff/audit.ts'
import type { AuditRow } from './audit-row.ts'

/** Columns that are not shown: they derive from other columns or only serve the database. */
const hiddenFields = new Set([
  'id',
  'store_id',
  // The name of `store_id` in older entries.
  'business_id',
  'version',
  'updated_at',
  // The name of `folded_sku` in older entries.
  'sku_key',
  'folded_sku',
  'file_key',
])
const defaultMaxLength = 400

/**
 * Returns the fields that differ between two states of a row; parts of an object are named by their
 * path. A created or deleted row returns its non-empty fields. Empty if only hidden fields changed.
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
    // The entry already shows when the row was created or deleted. Only an update of the field
    // counts.
    if (field === 'created_at' && !(before && after)) return []
    if (isEmpty(a) && isEmpty(b) && !(before && after)) return []
    return isSame(a, b)
      ? []
      : [truncateChange({ field, before: a, after: b, isTruncated: false }, maxLength)]
  })
  // A part that changed from absent to empty is shown only if nothing else changed.
  const visibleChanges = changes.filter(({ before: a, after: b }) => (a ?? '') !== (b ?? ''))
  return visibleChanges.length > 0 ? visibleChanges : changes
}

/** Replaces objects by their parts, up to three levels deep. Lists stay whole. */
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

/** Columns and event details that contain abilities or permissions. */
const abilityFields = new Set(['ability', 'abilities', 'permissions'])
const Abilities = Ability.array()
const isPermissionName = (value: unknown): value is Permission =>
  permissions.some(permission => permission === value)

/**
 * Returns the granted level of each subject, so that abilities are compared subject by subject.
 * Other values are returned unchanged.
 */
function groupBySubject(value: unknown): unknown {
  const permissionNames =
    Array.isArray(value) && value.length > 0 && value.every(isPermissionName) ? value : undefined
  const abilities = Abilities.safeParse(value).data
  if (!permissionNames && !abilities) return value
  const isGranted = (permission: Permission) =>
    permissionNames
      ? permissionNames.includes(permission)
      : hasPermission(abilities ?? [], permission)
  const getLevel = (subject: (typeof subjects)[number]) => {
    if (isGranted(`${subject}:write`)) return 'write'
    return isGranted(`${subject}:read`) ? 'read' : ''
  }
  const levels = subjects.map(subject => [subject, getLevel(subject)])
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

/** Shortens long texts to an excerpt that starts 60 characters before the first difference. */
function truncateChange(change: AuditChange, maxLength: number): AuditChange {
  const [a, b] = [toText(change.before), toText(change.after)]
  if ((a?.length ?? 0) <= maxLength && (b?.length ?? 0) <= maxLength) return change
  let commonLength = 0
  while (commonLength < (a?.length ?? 0) && a?.[commonLength] === b?.[commonLength]) commonLength++
  const start = Math.max(0, commonLength - 60)
  const getExcerpt = (text: string | null) => {
    if (!text) return text
    const prefix = start > 0 ? '…' : ''
    const suffix = text.length > start + maxLength ? '…' : ''
    return `${prefix}${text.slice(start, start + maxLength).toWellFormed()}${suffix}`
  }
  return { ...change, before: getExcerpt(a), after: getExcerpt(b), isTruncated: true }
}

function toText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
