import type { ImportColumn } from '#contract/import/import.ts'
import {
  areFieldsSufficient,
  type MatchableField,
  type MatchRules,
  omitFieldUnit,
} from '#contract/import/import-match.ts'
import type { ImportKind } from '#contract/import/import-state.ts'
import type { PlainErrorCode } from '../../lib/call/error-message.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { formatHeader } from './import-column-map.ts'

type Fields = readonly (MatchableField | null)[]

/** @throws Problem 422 if the columns of a file cannot be imported with these fields */
export function checkMatchedFields(
  fields: Fields,
  columns: readonly ImportColumn[],
  kind: ImportKind,
  rules: MatchRules,
): void {
  if (fields.length !== columns.length)
    throw createFieldProblem('columns', 'import_column_count', { count: columns.length })
  const chosenFields = fields.filter(field => field !== null)
  if (!chosenFields.every(field => rules.fields.includes(field)))
    throw createFieldProblem('columns', 'invalid_value', { options: rules.fields.join(', ') })
  const repeatedColumns = columns.filter((_, index) => isRepeated(fields, index, rules))
  if (repeatedColumns.length > 0)
    throw createFieldProblem('columns', 'import_field_repeated', {
      columns: formatHeader(repeatedColumns.map(({ header }) => header)),
    })
  if (!areFieldsSufficient(fields, rules))
    throw createFieldProblem('columns', unmatchedCodes[kind] ?? 'import_title_unmatched')
}

const unmatchedCodes: Partial<Record<ImportKind, PlainErrorCode>> = {
  customers: 'import_contact_unmatched',
  parcels: 'import_tracking_unmatched',
}

/** Returns whether another column has the same field, which only one column can have. */
function isRepeated(fields: Fields, index: number, { repeatable }: MatchRules): boolean {
  const field = fields[index]
  if (!field || repeatable.includes(field)) return false
  return fields.some(
    (other, otherIndex) =>
      other && otherIndex !== index && omitFieldUnit(other) === omitFieldUnit(field),
  )
}
