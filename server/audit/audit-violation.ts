/**
 * Rows or a seal that do not match the chain, or an archived file that is missing or was changed.
 * `since` and `until` delimit when the rows were sealed.
 */
export type AuditViolation = {
  seq: number
  /** The archived file. */
  file?: string
  kind:
    | 'seal_missing'
    | 'seal_changed'
    | 'rows_changed'
    | 'dropped_early'
    | 'rows_unaccounted'
    | 'rows_unsealed'
    | 'file_missing'
    | 'file_changed'
    | 'head_missing'
  since: Date | null
  until: Date | null
  sealedRows: number
  foundRows: number
}
