import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { AuditEntry, AuditFilters } from '#contract/audit.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import type { Tx } from '../lib/db/db.ts'
import { byteOrderMark, escapeFormula } from '../lib/text/csv-cell.ts'
import { auditColumns, auditConditions, auditFrom, type Row, toEntries } from './audit-store.ts'

const header = [
  'At',
  'Person',
  'Email',
  'Address',
  'Action',
  'Kind',
  'Id',
  'Name',
  'Of kind',
  'Of id',
  'Of',
  'Field',
  'Before',
  'After',
  'Request',
]
const batch = 200
const wholeTexts = 1_000_000

/** Newest first, a batch at a time, each read when the one before has been taken. Money is written as stored, in minor units. */
export function exportAudit(
  inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  filters: AuditFilters,
  who: Principal,
): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([header], { record_delimiter: '\r\n' })
    let last: Placed | undefined
    do {
      const before: Placed | undefined = last
      const { rows, entries } = await inTx(async tx => {
        const found = await readBatch(tx, filters, who, before)
        return { rows: found, entries: await toEntries(tx, found, wholeTexts) }
      })
      if (entries.length) yield stringify(entries.flatMap(linesOf), { record_delimiter: '\r\n' })
      last = rows.length === batch ? rows.at(-1) : undefined
    } while (last)
  }
  return Readable.from(chunks())
}

/** A row with its moment as the database spells it, to the microsecond. */
type Placed = Row & { place: string }

async function readBatch(
  tx: Tx,
  filters: AuditFilters,
  who: Principal,
  before: Placed | undefined,
): Promise<Placed[]> {
  const conditions = [
    ...auditConditions(tx, filters, who),
    ...(before ? [tx`(a.at, a.id) < (${before.place}::timestamptz, ${before._id}::uuid)`] : []),
  ]
  const where = conditions.reduce((all, one) => tx`${all} and ${one}`, tx`true`)
  return tx<
    Placed[]
  >`select ${auditColumns(tx)}, a.at::text as place from ${auditFrom(tx)} where ${where} order by a.at desc, a.id desc limit ${batch}`
}

const done: Record<string, string> = { insert: 'Created', update: 'Changed', delete: 'Deleted' }

/** A name of the database as a reader writes it: `compare_at_price` is "Compare at price", `category_id` "Category". */
function spelt(name: string): string {
  const words = name
    .replace(/(?<=.)_id$/, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .replace(/\b(sku|seo|api|url|cms)\b/g, word => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One line a changed field; an entry without any is one line. */
function linesOf({
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
  const head = [
    at,
    person?.name ?? '',
    person?.email ?? '',
    ip,
    done[action] ?? spelt(action),
    spelt(entity),
    entityId ?? '',
    name,
    spelt(record.entity),
    record._id,
    record.name,
  ]
  const fields = changes.length ? changes : [{ field: '', before: null, after: null }]
  return fields.map(({ field, before, after }) =>
    [
      ...head,
      field.split('.').map(spelt).join(' / '),
      cellOf(before),
      cellOf(after),
      requestId,
    ].map(escapeFormula),
  )
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && '_id' in value && 'name' in value)
    return value.name ? `${value.name} (${value._id})` : String(value._id)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
