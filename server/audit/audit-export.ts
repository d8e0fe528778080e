import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { AuditEntry, AuditFilters } from '#contract/staff/audit.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { byteOrderMark, escapeFormula } from '../lib/text/csv-cell.ts'
import {
  type AuditEntryRow,
  auditColumns,
  auditConditions,
  auditTables,
  toAuditEntries,
} from './audit-store.ts'

const csvHeader = [
  'Time',
  'Person',
  'Email',
  'IP address',
  'Action',
  'Type',
  'ID',
  'Name',
  'Record type',
  'Record ID',
  'Record name',
  'Field',
  'Before',
  'After',
  'Request ID',
]
const batchSize = 200
const maxExportedLength = 1_000_000

/**
 * Returns the audit as a CSV stream, newest entries first. A batch is read from the database once
 * the client has received the previous one. Money is in minor units, as stored.
 */
export function exportAudit(
  inTx: RunInTransaction,
  filters: AuditFilters,
  principal: Principal,
): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([csvHeader], { record_delimiter: '\r\n' })
    let lastRow: PositionedAuditRow | undefined
    do {
      const previousRow: PositionedAuditRow | undefined = lastRow
      const { rows, entries } = await inTx(async tx => {
        const batchRows = await readBatch(tx, filters, principal, previousRow)
        return {
          rows: batchRows,
          entries: await toAuditEntries(tx, batchRows, principal.abilities, maxExportedLength),
        }
      })
      if (entries.length) yield stringify(entries.flatMap(toCsvRows), { record_delimiter: '\r\n' })
      lastRow = rows.length === batchSize ? rows.at(-1) : undefined
    } while (lastRow)
  }
  return Readable.from(chunks())
}

/** A row with its exact time, in microseconds, as the position for keyset paging. */
type PositionedAuditRow = AuditEntryRow & { exactAt: string }

async function readBatch(
  tx: Tx,
  filters: AuditFilters,
  principal: Principal,
  previousRow: PositionedAuditRow | undefined,
): Promise<PositionedAuditRow[]> {
  const conditions = [
    ...auditConditions(tx, { ...filters, system: true }, principal),
    ...(previousRow
      ? [tx`(a.at, a.id) < (${previousRow.exactAt}::timestamptz, ${previousRow._id}::uuid)`]
      : []),
  ]
  const where = conditions.reduce((all, condition) => tx`${all} and ${condition}`, tx`true`)
  return tx<PositionedAuditRow[]>`
    select ${auditColumns(tx)}, a.at::text as "exactAt"
    from ${auditTables(tx)}
    where ${where}
    order by a.at desc, a.id desc
    limit ${batchSize}`
}

const actionLabels: Record<string, string> = {
  insert: 'Created',
  update: 'Updated',
  delete: 'Deleted',
}

/**
 * Formats a database name for display: `compare_at_price` as "Compare at price", `category_id` as
 * "Category".
 */
function formatLabel(name: string): string {
  const words = name
    .replace(/(?<=.)_id$/, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .replace(/\b(sku|seo|api|url|cms)\b/g, word => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns one CSV row per changed field, or a single row for an entry without changes. */
function toCsvRows({
  at,
  person,
  ip,
  action,
  entity,
  entityId,
  name,
  record,
  requestId,
  changes,
}: AuditEntry): string[][] {
  const leadingCells = [
    at,
    person?.name ?? '',
    person?.email ?? '',
    ip,
    actionLabels[action] ?? formatLabel(action),
    formatLabel(entity),
    entityId ?? '',
    name,
    formatLabel(record.entity),
    record._id,
    record.name,
  ]
  const fields = changes.length ? changes : [{ field: '', before: null, after: null }]
  return fields.map(({ field, before, after }) =>
    [
      ...leadingCells,
      field.split('.').map(formatLabel).join(' / '),
      formatCell(before),
      formatCell(after),
      requestId,
    ].map(escapeFormula),
  )
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && '_id' in value && 'name' in value)
    return value.name ? `${value.name} (${value._id})` : String(value._id)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
