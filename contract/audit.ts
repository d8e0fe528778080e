import { z } from 'zod'
import { api } from './lib/api.ts'
import { ByDate, Id, ListQuery, oneOrMore } from './lib/shapes.ts'

/** What is done to a row. */
export const changeActions = ['insert', 'update', 'delete'] as const
/** What happens without a change of a store's row: doors, keys, and what leaves the store. */
export const securityActions = [
  'login',
  'login_failed',
  'login_blocked',
  'logout',
  'session_ended',
  'sessions_ended',
  'token_reused',
  'password_refused',
  'unlock_failed',
  'password_reset_asked',
  'password_reset',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'email_verified',
  'profile_changed',
  'two_step_on',
  'two_step_off',
  'two_step_failed',
  'code_asked',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'account_deleted',
  'export',
  'permission_changed',
  'invited',
  'invitation_accepted',
  'ownership_offered',
  'ownership_transferred',
  'key_created',
  'key_revoked',
  'secret_renewed',
] as const
export const SecurityAction = z.enum(securityActions)
export type SecurityAction = z.infer<typeof SecurityAction>
export const AuditAction = z.enum([...changeActions, ...securityActions])
export type AuditAction = z.infer<typeof AuditAction>

/** What a security event is about; everything else in the audit is named by its table. */
export const securityEntities = [
  'session',
  'person',
  'export',
  'role',
  'invitation',
  'api_key',
  'webhook',
] as const
export type SecurityEntity = (typeof securityEntities)[number]

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
  at: ByDate,
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

const filters = {
  person: Id.optional(),
  /** An id, as `record` of an entry has it. */
  record: Id.optional(),
  entity: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional(),
  action: oneOrMore(AuditAction),
  /** From this moment, up to before that one. */
  from: ByDate.optional(),
  until: ByDate.optional(),
}
export const AuditListQuery = ListQuery.pick({ page: true, perPage: true, after: true }).extend(
  filters,
)
export type AuditListQuery = z.infer<typeof AuditListQuery>
export const AuditFilters = z.object(filters)
export type AuditFilters = z.infer<typeof AuditFilters>

export const AuditFacts = z.object({
  /** Everybody who ever did something here, whether they still may or not. */
  people: z.array(z.object({ _id: Id, name: z.string(), email: z.string() })),
  /** What there are entries about. */
  entities: z.array(z.string()),
  /** How many of the newest entries are not sealed yet, up to 1000. The others can be neither changed nor taken away unnoticed. */
  unsealed: z.int(),
})
export type AuditFacts = z.infer<typeof AuditFacts>

export const auditApi = api('audit', {
  list: {
    method: 'GET',
    path: '/audit/getAll',
    can: 'audit:read',
    summary: 'Who changed what, when and from where; the newest first',
    query: AuditListQuery,
    items: AuditEntry,
  },
  facts: {
    method: 'GET',
    path: '/audit/facts',
    can: 'audit:read',
    summary: 'What the audit can be filtered by, and how much of it is sealed',
    reply: AuditFacts,
  },
  export: {
    method: 'GET',
    path: '/audit/export',
    can: 'audit:read',
    limit: 'export',
    summary: 'The audit as CSV, one line a changed field',
    query: AuditFilters,
    download: 'text/csv; charset=utf-8',
  },
})
