import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Id, ListQuery, oneOrMoreQuery, Timestamp } from './lib/schemas.ts'
import { securityActions } from './lib/security-event.ts'

/** What is done to a row. */
export const changeActions = ['insert', 'update', 'delete'] as const
export const AuditAction = z.enum([...changeActions, ...securityActions])
export type AuditAction = z.infer<typeof AuditAction>

/** One field as it was and as it is, as stored: money in minor units, and `{ _id, name }` for what leads to another row. Null: there was none. */
export const AuditChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Whether long texts stand here only by the part that differs. */ isCut: z.boolean(),
})
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  _id: Id,
  at: Timestamp,
  action: AuditAction,
  /** The table, or what an event is about. */
  entity: z.string(),
  entityId: Id.nullable(),
  /** What it is called; empty for what has no name of its own. */
  name: z.string(),
  /** What the row belongs to: the order of a line, the product of a variant, else the row itself. */
  record: z.object({ entity: z.string(), _id: Id, name: z.string() }),
  /** Who did it; null for the system, and where nobody has proven who they are. */
  person: z.object({ _id: Id, name: z.string(), email: z.string() }).nullable(),
  /** From where; empty for work that the system did by itself. */
  ip: z.string(),
  /** Changes with the same one were made by the same step. */
  requestId: z.string(),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const auditFilterFields = {
  person: Id.optional(),
  /** An id, as `record` of an entry has it. */
  record: Id.optional(),
  entity: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional(),
  action: oneOrMoreQuery(AuditAction),
  /** From this moment, up to before that one. */
  from: Timestamp.optional(),
  until: Timestamp.optional(),
}
export const AuditListQuery = ListQuery.pick({ page: true, perPage: true, after: true }).extend(
  auditFilterFields,
)
export type AuditListQuery = z.infer<typeof AuditListQuery>
export const AuditFilters = z.object(auditFilterFields)
export type AuditFilters = z.infer<typeof AuditFilters>

export const AuditSummary = z.object({
  /** Everybody who ever did something here, whether they still may or not. */
  people: z.array(z.object({ _id: Id, name: z.string(), email: z.string() })),
  /** What there are entries about. */
  entities: z.array(z.string()),
  /** How many of the newest entries are not sealed yet, up to 1000. The others can be neither changed nor taken away unnoticed. */
  unsealed: z.int(),
})
export type AuditSummary = z.infer<typeof AuditSummary>

export const auditApi = defineApi('audit', {
  list: {
    method: 'GET',
    path: '/audit/getAll',
    can: 'audit:read',
    summary: 'Who changed what, when and from where; the newest first',
    query: AuditListQuery,
    items: AuditEntry,
  },
  getSummary: {
    method: 'GET',
    path: '/audit/facts',
    can: 'audit:read',
    summary: 'What the audit can be filtered by, and how much of it is sealed',
    reply: AuditSummary,
  },
  export: {
    method: 'GET',
    path: '/audit/export',
    can: 'audit:read',
    rateLimit: 'transfer',
    summary: 'The audit as CSV, one line a changed field',
    query: AuditFilters,
    downloadType: 'text/csv; charset=utf-8',
  },
})
