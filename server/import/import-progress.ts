import type { Import, ImportItem, ImportProblem } from '#contract/import/import.ts'
import type { ImportStatus } from '#contract/import/import-state.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { ImportProblemCode } from '#contract/lib/error/import-problem-catalog.ts'
import { bulkInsert, bulkUpdate } from '../lib/db/bulk-write.ts'
import type { Tx } from '../lib/db/db.ts'
import type { StoredMatchings } from './file/match-spreadsheet.ts'
import type { ParsedFileSummary } from './import-batch.ts'
import type { ImportOutcome } from './import-outcome.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    import_problem: ImportProblem & { importId: string }
    import_item: Omit<ImportItem, '_id' | 'isWritten'> & { importId: string; writtenAt?: string }
  }
}

/** The import was canceled, or another process has finished it. The job ends without a failure. */
export class ImportStoppedError extends Error {}

type StartedImport = Pick<
  Import,
  | 'kind'
  | 'createdAt'
  | 'copyImages'
  | 'createCategories'
  | 'notifyCustomers'
  | 'encoding'
  | 'isEncodingChosen'
> & {
  fileKey: string
  bytes: number
  currency: string
  locale: string
  timeZone: string
  hasCategories: boolean
  matchings: StoredMatchings
}

export async function findStartedImport(
  tx: Tx,
  id: string,
  status: ImportStatus,
): Promise<StartedImport | undefined> {
  const [row] = await tx<
    (Omit<StartedImport, 'matchings'> & {
      matchedFields: StoredMatchings['fields']
      fieldsBySignature: StoredMatchings['fieldsBySignature']
    })[]
  >`
    select i.kind, i.file_key, i.bytes, i.created_at, i.copy_images, i.create_categories,
      i.notify_customers, i.encoding, i.is_encoding_chosen, s.currency, s.locale, s.timezone as time_zone,
      exists (select 1 from category) as has_categories, i.matched_fields, coalesce(
      (select jsonb_object_agg(m.header_signature, m.matched_fields)
        from (select distinct on (header_signature) header_signature, matched_fields from import
          where matched_fields is not null and kind = i.kind
          order by header_signature, created_at desc) m),
      '{}') as fields_by_signature
    from import i join store s on s.id = i.store_id
    where i.id = ${id} and i.status = ${status}`
  if (!row) return undefined
  const { matchedFields, fieldsBySignature, ...startedImport } = row
  return { ...startedImport, matchings: { fields: matchedFields, fieldsBySignature } }
}

/**
 * Locks the import, so that one batch is processed at a time even if two processes run the same
 * job.
 */
export async function lockImportInStatus(tx: Tx, id: string, status: ImportStatus): Promise<void> {
  const [row] =
    await tx`select 1 from import where id = ${id} and status = ${status} for no key update`
  if (!row) throw new ImportStoppedError()
}

/** Deletes the plan of an earlier attempt and saves the summary of the file. */
export async function resetPlan(
  tx: Tx,
  id: string,
  { format, columns, rowCount, createCategories, matching, encoding }: ParsedFileSummary<unknown>,
): Promise<void> {
  await lockImportInStatus(tx, id, 'planning')
  await tx`delete from import_item where import_id = ${id}`
  await tx`delete from import_problem where import_id = ${id}`
  await tx`
    update import set format = ${format}, columns = ${tx.json(columns)}, row_count = ${rowCount}, progress = 0,
      create_categories = ${createCategories}, encoding = ${encoding?.encoding ?? ''},
      encoding_samples = ${tx.json(encoding?.encodingSamples ?? [])},
      header_signature = ${matching?.headerSignature ?? ''},
      matched_fields = ${matching?.isConfirmed ? tx.json(matching.fields) : null}
    where id = ${id}`
}

/** Ends the check of a spreadsheet until a user has matched its columns to fields. */
export async function awaitMatching(tx: Tx, id: string): Promise<void> {
  await tx`update import set status = 'matching', progress = 1 where id = ${id} and status = 'planning'`
}

export const saveProblems = (tx: Tx, importId: string, problems: readonly ImportProblem[]) =>
  bulkInsert(
    tx,
    'import_problem',
    problems.map(({ params = {}, ...problem }) => ({ importId, ...problem, params })),
  )

/** Deletes the problems with this code, which the plan has reported and the run has solved. */
export const deleteProblems = (tx: Tx, importId: string, code: ImportProblemCode) =>
  tx`delete from import_problem where import_id = ${importId} and code = ${code}`

/**
 * Problems of an outcome have a table of their own; its reasons are stored with their English
 * messages beside them.
 */
const toItemRow = ({ problems: _, reasons, ...outcome }: ImportOutcome) => ({
  ...outcome,
  problems: reasons,
  reasons: reasons.map(({ message }) => message),
})

export async function saveItems(
  tx: Tx,
  importId: string,
  startPosition: number,
  outcomes: readonly ImportOutcome[],
): Promise<void> {
  await bulkInsert(
    tx,
    'import_item',
    outcomes.map((outcome, i) => ({
      importId,
      position: startPosition + i,
      ...toItemRow(outcome),
    })),
  )
  await saveProblems(
    tx,
    importId,
    outcomes.flatMap(outcome => outcome.problems),
  )
}

export async function listUnwrittenPositions(
  tx: Tx,
  id: string,
  startPosition: number,
  count: number,
): Promise<ReadonlySet<number>> {
  const rows = await tx<{ position: number }[]>`
    select position from import_item
    where import_id = ${id} and position >= ${startPosition} and position < ${startPosition + count}
      and written_at is null`
  return new Set(rows.map(row => row.position))
}

/**
 * Replaces the planned results with the real ones. The plan has saved the problems already, except
 * those of an item that only the run skips.
 */
export async function saveWrittenItems(
  tx: Tx,
  importId: string,
  outcomes: readonly (readonly [number, ImportOutcome])[],
): Promise<void> {
  const rows = await tx<{ id: string; position: number; action: string }[]>`
    select id, position, action from import_item
    where import_id = ${importId} and position = any (${outcomes.map(([position]) => position)}::integer[])`
  const plannedItems = new Map(rows.map(row => [row.position, row]))
  const writtenAt = new Date().toISOString()
  await bulkUpdate(
    tx,
    'import_item',
    outcomes.flatMap(([position, outcome]) => {
      const plannedItem = plannedItems.get(position)
      return plannedItem ? [{ _id: plannedItem.id, ...toItemRow(outcome), writtenAt }] : []
    }),
  )
  await saveProblems(
    tx,
    importId,
    outcomes
      .filter(
        ([position, { action }]) =>
          action === 'skip' && plannedItems.get(position)?.action !== 'skip',
      )
      .flatMap(([, outcome]) => outcome.problems),
  )
}

export const saveProgress = (tx: Tx, id: string, progress: number) =>
  tx`update import set progress = ${progress} where id = ${id}`

export async function finishImport(
  tx: Tx,
  id: string,
  from: ImportStatus,
  to: 'planned' | 'done' | 'cancelled',
): Promise<void> {
  await lockImportInStatus(tx, id, from)
  await tx`
    update import i set status = ${to}, progress = 1, code = '', message = '', params = '{}', counts = counted.counts,
      planned_at = ${to === 'planned' ? tx`now()` : tx`planned_at`},
      finished_at = ${to === 'planned' ? tx`null` : tx`now()`}
    from (
      select jsonb_build_object('create', 0, 'update', 0, 'unchanged', 0, 'skip', 0, 'error', 0, 'warn', 0)
        || coalesce((
          select jsonb_object_agg(action, n)
          from (select action, count(*) as n from import_item where import_id = ${id} group by action) a), '{}')
        || coalesce((
          select jsonb_object_agg(level, n)
          from (select level, count(*) as n from import_problem where import_id = ${id} group by level) l), '{}')
        as counts
    ) counted where i.id = ${id}`
}

/** Updates the counts of problems after images were copied. */
export const refreshProblemCounts = (tx: Tx, id: string) => tx`
  update import set counts = counts || (
    select jsonb_build_object('error', count(*) filter (where level = 'error'),
      'warn', count(*) filter (where level = 'warn'))
    from import_problem where import_id = ${id})
  where id = ${id}`

/** Ends a running import with the reason of its failure. */
export async function failImport(tx: Tx, id: string, reason: ErrorMessage): Promise<void> {
  const { code, message, params = {} } = reason
  await tx`
    update import set status = 'failed', code = ${code}, message = ${message}, params = ${tx.json(params)},
      finished_at = now()
    where id = ${id} and status in ('planning', 'running')`
}
