import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import {
  type AuditAction,
  type AuditEntry,
  type AuditFilters,
  type AuditListQuery,
  type AuditSummary,
  changeActions,
} from '#contract/staff/audit.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { type ListDefinition, listPage } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch } from '../lib/db/query-batch.ts'
import { diffAuditRows } from './audit-change.ts'
import { addRecordNames, getRecordName, listRecordNames } from './audit-record-name.ts'
import { redactChanges, redactRow } from './audit-redaction.ts'
import { type AuditRow, expandAuditRow } from './audit-row.ts'

export type AuditEntryRow = {
  _id: string
  at: string
  action: AuditAction
  entity: string
  entityId: string | null
  recordId: string
  personId: string | null
  personName: string | null
  personEmail: string | null
  ip: string | null
  requestId: string | null
  before: AuditRow | null
  after: AuditRow | null
}

export const auditColumns = (tx: Tx) => tx`
  a.id as "_id", a.at, a.action, a.entity, a.entity_id,
  coalesce(a.record_id, a.store_id) as record_id,
  a.person_id, p.full_name as person_name, p.email as person_email,
  a.ip, a.request_id, a.before, a.after`
/** The entities with so many rows that the index of entities does not contain them (`audit__entity`). */
const frequentEntities = ['order', 'order_line', 'order_event', 'payment', 'fulfillment']

export const auditTables = (tx: Tx) => tx`audit a left join person p on p.id = a.person_id`

export function auditConditions(
  tx: Tx,
  { person, record, entity, action, from, to, system }: AuditFilters,
  principal: Principal,
): ListDefinition['where'] {
  const actionConditions = () => {
    if (!action?.length) return []
    const actions =
      action.length === 1
        ? tx`a.action = ${action[0] ?? ''}`
        : tx`a.action = any (${action}::text[])`
    return action.some(name => name === 'insert' || name === 'update')
      ? [actions]
      : [actions, tx`a.action <> all ('{insert,update}')`]
  }
  return [
    // Progress in the setup guide and views that are not shared are visible to their own user only.
    tx`a.entity <> 'onboarding'`,
    tx`(a.entity <> 'list_view' or a.person_id = ${principal.personId}
      or coalesce(a.before, '{}') || coalesce(a.after, '{}') @> '{"is_shared": true}')`,
    // Failed logins have no actor either, but they are not changes.
    ...(system || record || person
      ? []
      : [tx`(a.person_id is not null or a.action <> all (${[...changeActions]}::text[]))`]),
    ...(person ? [tx`a.person_id = ${person}`] : []),
    ...(record ? [tx`a.record_id = ${record}`] : []),
    ...(entity ? [tx`a.entity = ${entity}`] : []),
    ...(entity && !frequentEntities.includes(entity)
      ? [tx`a.entity <> all ('{order,order_line,order_event,payment,fulfillment}')`]
      : []),
    ...actionConditions(),
    ...(from ? [tx`a.at >= ${from}::timestamptz`] : []),
    ...(to ? [tx`a.at < ${to}::timestamptz`] : []),
  ]
}

export async function listAudit(
  tx: Tx,
  query: AuditListQuery,
  principal: Principal,
): Promise<Page<AuditEntry>> {
  const { page: _page, perPage: _perPage, after: _after, ...filters } = query
  const { items, meta } = await listPage<AuditEntryRow>(
    tx,
    {
      key: `audit ${principal.personId} ${JSON.stringify(filters)}`,
      from: auditTables(tx),
      alias: 'a',
      columns: auditColumns(tx),
      where: auditConditions(tx, filters, principal),
      sorts: { at: { expression: 'a.at', type: 'timestamptz' } },
      defaultSort: '-at',
    },
    { perPage: 50, ...query },
    principal.storeId,
  )
  return { items: await toAuditEntries(tx, items, principal.abilities), meta }
}

/**
 * Converts rows to the entries of the API, with the names of the referenced rows and without values
 * that the caller cannot see. `maxLength` limits the length of texts in characters.
 */
export async function toAuditEntries(
  tx: Tx,
  storedRows: readonly AuditEntryRow[],
  abilities: readonly Ability[],
  maxLength?: number,
): Promise<AuditEntry[]> {
  const rows = storedRows.map(expandAuditRow)
  const changes = rows.map(({ entity, before, after }) =>
    redactChanges(abilities, entity, diffAuditRows(before, after, maxLength)),
  )
  const names = await listRecordNames(
    tx,
    rows.map(row => row.recordId),
    changes.flat(),
    abilities,
  )
  return rows.map(({ recordId, personId, personName, personEmail, before, after, ...row }, i) => ({
    ...row,
    name:
      getRecordName(redactRow(abilities, row.entity, after)) ||
      getRecordName(redactRow(abilities, row.entity, before)) ||
      (row.entityId && names.get(row.entityId)) ||
      '',
    record: {
      entity: getRecordEntity(row, before ?? after),
      _id: recordId,
      name: names.get(recordId) ?? '',
    },
    person: personId ? { _id: personId, name: personName ?? '', email: personEmail ?? '' } : null,
    ip: row.ip ?? '',
    requestId: row.requestId ?? '',
    changes: addRecordNames(
      (changes[i] ?? []).filter(
        ({ before: oldValue, after: newValue }) => oldValue !== recordId && newValue !== recordId,
      ),
      names,
    ),
  }))
}

/** Returns the entity of the parent record of a row. The checks have the order of audit_row(). */
function getRecordEntity(
  { entity, entityId }: Pick<AuditEntryRow, 'entity' | 'entityId'>,
  row: AuditRow | null,
): string {
  if (row?.['order_id']) return 'order'
  if (row?.['product_id']) return 'product'
  if (!entityId && row?.['person_id']) return 'person'
  return entity
}

/**
 * Returns the filter options and the number of unsealed entries. The recursive queries read one
 * index entry per distinct value instead of every row.
 */
export const getAuditSummary = (tx: Tx): QueryBatch<AuditSummary> =>
  batch(
    [
      tx<{ _id: string; name: string; email: string }[]>`
    with recursive seen as (
      (
        select person_id from audit
        where store_id = current_store() and person_id is not null
        order by person_id limit 1
      )
      union all
      select (
        select a.person_id from audit a
        where a.store_id = current_store() and a.person_id > seen.person_id
        order by a.person_id limit 1
      )
      from seen where seen.person_id is not null
    )
    select p.id as "_id", p.full_name as name, p.email
    from seen join person p on p.id = seen.person_id
    order by lower(p.full_name), p.id
    limit 500`,
      tx<{ entity: string }[]>`
    with recursive seen as (
      (
        select entity from audit
        where store_id = current_store()
          and entity <> all ('{order,order_line,order_event,payment,fulfillment}')
        order by entity limit 1
      )
      union all
      select (
        select a.entity from audit a
        where a.store_id = current_store() and a.entity > seen.entity
          and a.entity <> all ('{order,order_line,order_event,payment,fulfillment}')
        order by a.entity limit 1
      )
      from seen where seen.entity is not null
    )
    select entity from seen where entity is not null and entity <> 'onboarding'`,
      tx<{ unsealed: number; archivedBefore: string | null }[]>`
        select count_unsealed_audit_rows() as unsealed, audit_archived_until() as archived_before`,
    ],
    ([people, entities, [sealRow]]) => ({
      people: [...people],
      entities: [...frequentEntities, ...entities.map(({ entity }) => entity)].toSorted(),
      unsealedCount: sealRow?.unsealed ?? 0,
      archivedBefore: sealRow?.archivedBefore ?? null,
    }),
  )
