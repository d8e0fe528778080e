import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { securityActions } from '../lib/call/security-event.ts'
import { BooleanQuery, codeText, Id, ListQuery, oneOrMoreQuery, Timestamp } from '../lib/schemas.ts'

/** Actions on a row. */
export const changeActions = ['insert', 'update', 'delete'] as const
export const AuditAction = z.enum([...changeActions, ...securityActions])
export type AuditAction = z.infer<typeof AuditAction>

/**
 * One field before and after, as stored: money in minor units, `{ _id, name }` for references, null
 * for no value.
 */
export const AuditChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Whether long texts are shortened to the part that differs. */ isTruncated: z.boolean(),
})
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  _id: Id,
  at: Timestamp,
  action: AuditAction,
  /** The table name, or the entity of a security event. */
  entity: z.string(),
  entityId: Id.nullable(),
  /** Display name; empty for rows without a name. */
  name: z.string(),
  /** The parent record: the order of a line, the product of a variant, otherwise the row itself. */
  record: z.object({ entity: z.string(), _id: Id, name: z.string() }),
  /** The actor; null for the system and for unauthenticated requests. */
  person: z.object({ _id: Id, name: z.string(), email: z.string() }).nullable(),
  /** IP address; empty for background work. */
  ip: z.string(),
  /** Changes with the same id belong to one request. */
  requestId: z.string(),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const auditFilterFields = {
  person: Id.optional(),
  /** The id from an entry's `record`. */
  record: Id.optional(),
  entity: codeText(60)
    .regex(/^[a-z_]{1,60}$/)
    .optional(),
  action: oneOrMoreQuery(AuditAction),
  /** From is inclusive, to is exclusive. */
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** Includes changes without an actor, such as those of jobs. An export always does. */
  system: BooleanQuery,
}
export const AuditListQuery = ListQuery.pick({ page: true, perPage: true, after: true }).extend(
  auditFilterFields,
)
export type AuditListQuery = z.infer<typeof AuditListQuery>
export const AuditFilters = z.object(auditFilterFields)
export type AuditFilters = z.infer<typeof AuditFilters>

export const AuditSummary = z.object({
  /** All people with entries, including former staff. */
  people: z.array(z.object({ _id: Id, name: z.string(), email: z.string() })),
  /** The entities with entries. */
  entities: z.array(z.string()),
  /**
   * Number of newest entries that are not sealed yet, at most 1000. Sealed entries are
   * tamper-evident.
   */
  unsealedCount: z.int(),
  /** Entries from before this time are in files of the server. Null if all are in the list. */
  archivedBefore: Timestamp.nullable(),
})
export type AuditSummary = z.infer<typeof AuditSummary>

export const auditApi = defineApi('audit', {
  list: {
    method: 'GET',
    path: '/audit/getAll',
    can: 'audit:read',
    allowsReplica: true,
    summary: 'List audit entries, newest first',
    query: AuditListQuery,
    items: AuditEntry,
  },
  getSummary: {
    method: 'GET',
    path: '/audit/summary',
    can: 'audit:read',
    allowsReplica: true,
    summary: 'Get the filter options of the audit and the number of unsealed entries',
    reply: AuditSummary,
  },
  export: {
    method: 'GET',
    path: '/audit/export',
    can: 'audit:read',
    rateLimit: 'transfer',
    summary: 'Export the audit as CSV, one row per changed field',
    query: AuditFilters,
    downloadType: 'text/csv; charset=utf-8',
  },
})
