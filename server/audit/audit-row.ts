/** A row as stored in the audit: column names with JSON values. */
export type AuditRow = Record<string, unknown>

type StoredChange = {
  action: string
  at: string
  recordId: string
  before: AuditRow | null
  after: AuditRow | null
}

/**
 * Adds the unchanged columns that are known, and the ids and times that were shortened. An update stores
 * only the columns that changed, and in `before` also those that identify the row. An id column with ''
 * has the value of `recordId`. A time column with '' has the time of the entry. A billing address with
 * '' equals the shipping address (`audit_row`). Earlier entries have all columns in both rows.
 */
export function expandAuditRow<Change extends StoredChange>(change: Change): Change {
  const { action, at, before, after, recordId } = change
  const expandValue = (row: AuditRow, column: string, value: unknown) => {
    if (value !== '') return value
    if (column === 'billing_address') return row['shipping_address']
    if (/^(order|product|person)_id$/.test(column)) return recordId
    return /(^|_)(at|since|until)$/.test(column) ? at : value
  }
  const expand = (row: AuditRow | null) =>
    row &&
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, expandValue(row, column, value)]),
    )
  return {
    ...change,
    before: expand(before),
    after: expand(action === 'update' && before && after ? { ...before, ...after } : after),
  }
}
