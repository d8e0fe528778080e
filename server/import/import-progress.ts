import type { ImportKind, ImportProblem, ImportStatus } from '#contract/import.ts'
import { bulkInsert, bulkUpdate } from '../lib/db/bulk-write.ts'
import type { Tx } from '../lib/db/db.ts'
import type { ImportOutcome, ParsedImport } from './import-outcome.ts'

/** The import was cancelled, or another process has finished it: nothing more to do, and no failure. */
export class ImportStoppedError extends Error {}

type StartedImport = { kind: ImportKind; fileKey: string; createdAt: string; currency: string }

export async function findStartedImport(
  tx: Tx,
  id: string,
  status: ImportStatus,
): Promise<StartedImport | undefined> {
  const [row] = await tx<StartedImport[]>`
    select i.kind, i.file_key, i.created_at, b.currency from import i join business b on b.id = i.business_id where i.id = ${id} and i.status = ${status}`
  return row
}

/** One batch at a time, also when a process that was thought dead goes on beside its successor. */
export async function lockImportInStatus(tx: Tx, id: string, status: ImportStatus): Promise<void> {
  const [row] =
    await tx`select 1 from import where id = ${id} and status = ${status} for no key update`
  if (!row) throw new ImportStoppedError()
}

/** Begins anew, whatever an earlier try has left. */
export async function resetPlan(
  tx: Tx,
  id: string,
  {
    format,
    columns,
    rowCount,
    problems,
  }: Pick<ParsedImport<unknown>, 'format' | 'columns' | 'rowCount' | 'problems'>,
): Promise<void> {
  await lockImportInStatus(tx, id, 'planning')
  await tx`delete from import_item where import_id = ${id}`
  await tx`delete from import_problem where import_id = ${id}`
  await tx`update import set format = ${format}, columns = ${tx.json(columns)}, row_count = ${rowCount}, progress = 0 where id = ${id}`
  await saveProblems(tx, id, problems)
}

/** The person's file may hold any text; what PostgreSQL cannot keep was taken out when it was read. */
const saveProblems = (tx: Tx, importId: string, problems: readonly ImportProblem[]) =>
  bulkInsert(
    tx,
    'import_problem',
    problems.map(({ row, column, level, code, message }) => ({
      importId,
      row,
      column,
      level,
      code,
      message,
    })),
  )

const toItemRow = ({
  row,
  action,
  name,
  title,
  size,
  amount,
  changes,
  reasons,
  target,
}: ImportOutcome) => ({
  row,
  action,
  name,
  title,
  size,
  amount,
  changes,
  reasons,
  target,
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
    select position from import_item where import_id = ${id} and position >= ${startPosition} and position < ${startPosition + count} and written_at is null`
  return new Set(rows.map(row => row.position))
}

/** What really happened takes the place of what was planned. A product that was skipped then is still told once only. */
export async function saveWrittenItems(
  tx: Tx,
  importId: string,
  outcomes: readonly (readonly [number, ImportOutcome])[],
): Promise<void> {
  const rows = await tx<{ id: string; position: number; action: string }[]>`
    select id, position, action from import_item where import_id = ${importId} and position = any (${outcomes.map(([position]) => position)}::integer[])`
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
      .filter(([position]) => plannedItems.get(position)?.action !== 'skip')
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
    update import i set status = ${to}, progress = 1, message = '', counts = counted.counts,
      planned_at = ${to === 'planned' ? tx`now()` : tx`planned_at`}, finished_at = ${to === 'planned' ? tx`null` : tx`now()`}
    from (
      select jsonb_build_object('create', 0, 'update', 0, 'unchanged', 0, 'skip', 0, 'error', 0, 'warn', 0)
        || coalesce((select jsonb_object_agg(action, n) from (select action, count(*) as n from import_item where import_id = ${id} group by action) a), '{}')
        || coalesce((select jsonb_object_agg(level, n) from (select level, count(*) as n from import_problem where import_id = ${id} group by level) l), '{}') as counts
    ) counted where i.id = ${id}`
}

export const failImport = async (tx: Tx, id: string, message: string): Promise<void> => {
  await tx`update import set status = 'failed', message = ${message}, finished_at = now() where id = ${id} and status in ('planning', 'running')`
}
