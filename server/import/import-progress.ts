import type { ImportKind, ImportStatus } from '#contract/import.ts'
import type { Tx } from '../lib/db/db.ts'
import { insertSet, updateSet } from '../lib/db/row-set.ts'
import type { Outcome, Reading } from './import-outcome.ts'
import type { ImportProblem } from './import-problem.ts'

/** The import was cancelled, or another process has finished it: nothing more to do, and no failure. */
export class Stopped extends Error {}

type Begun = { kind: ImportKind; fileKey: string; createdAt: string; currency: string }

export async function readBegun(
  tx: Tx,
  id: string,
  status: ImportStatus,
): Promise<Begun | undefined> {
  const [row] = await tx<Begun[]>`
    select i.kind, i.file_key, i.created_at, b.currency from import i join business b on b.id = i.business_id where i.id = ${id} and i.status = ${status}`
  return row
}

/** One batch at a time, also when a process that was thought dead goes on beside its successor. */
export async function hold(tx: Tx, id: string, status: ImportStatus): Promise<void> {
  const [row] =
    await tx`select 1 from import where id = ${id} and status = ${status} for no key update`
  if (!row) throw new Stopped()
}

/** Begins anew, whatever an earlier try has left. */
export async function beginPlan(
  tx: Tx,
  id: string,
  {
    format,
    columns,
    rowCount,
    problems,
  }: Pick<Reading<unknown>, 'format' | 'columns' | 'rowCount' | 'problems'>,
): Promise<void> {
  await hold(tx, id, 'planning')
  await tx`delete from import_item where import_id = ${id}`
  await tx`delete from import_problem where import_id = ${id}`
  const listed = columns.map(({ header, field, note = '' }) => ({ header, field, note }))
  await tx`update import set format = ${format}, columns = ${tx.json(listed)}, row_count = ${rowCount}, progress = 0 where id = ${id}`
  await saveProblems(tx, id, problems)
}

/** The person's file may hold any text; what PostgreSQL cannot keep was taken out when it was read. */
const saveProblems = (tx: Tx, importId: string, problems: readonly ImportProblem[]) =>
  insertSet(
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

const itemOf = ({ row, action, name, title, size, amount, changes, reasons, target }: Outcome) => ({
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
  from: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  await insertSet(
    tx,
    'import_item',
    outcomes.map((outcome, i) => ({ importId, position: from + i, ...itemOf(outcome) })),
  )
  await saveProblems(
    tx,
    importId,
    outcomes.flatMap(outcome => outcome.problems),
  )
}

export async function openPositions(
  tx: Tx,
  id: string,
  from: number,
  count: number,
): Promise<ReadonlySet<number>> {
  const rows = await tx<{ position: number }[]>`
    select position from import_item where import_id = ${id} and position >= ${from} and position < ${from + count} and written_at is null`
  return new Set(rows.map(row => row.position))
}

/** What really happened takes the place of what was planned. A product that was skipped then is still told once only. */
export async function saveWritten(
  tx: Tx,
  importId: string,
  outcomes: readonly (readonly [number, Outcome])[],
): Promise<void> {
  const rows = await tx<{ id: string; position: number; action: string }[]>`
    select id, position, action from import_item where import_id = ${importId} and position = any (${outcomes.map(([position]) => position)}::integer[])`
  const planned = new Map(rows.map(row => [row.position, row]))
  const writtenAt = new Date().toISOString()
  await updateSet(
    tx,
    'import_item',
    outcomes.flatMap(([position, outcome]) => {
      const known = planned.get(position)
      return known ? [{ _id: known.id, ...itemOf(outcome), writtenAt }] : []
    }),
  )
  await saveProblems(
    tx,
    importId,
    outcomes
      .filter(([position]) => planned.get(position)?.action !== 'skip')
      .flatMap(([, outcome]) => outcome.problems),
  )
}

export const saveProgress = (tx: Tx, id: string, progress: number) =>
  tx`update import set progress = ${progress} where id = ${id}`

export async function finish(
  tx: Tx,
  id: string,
  from: ImportStatus,
  to: 'planned' | 'done' | 'cancelled',
): Promise<void> {
  await hold(tx, id, from)
  await tx`
    update import i set status = ${to}, progress = 1, message = '', counts = counted.counts,
      planned_at = ${to === 'planned' ? tx`now()` : tx`planned_at`}, finished_at = ${to === 'planned' ? tx`null` : tx`now()`}
    from (
      select jsonb_build_object('create', 0, 'update', 0, 'unchanged', 0, 'skip', 0, 'error', 0, 'warn', 0)
        || coalesce((select jsonb_object_agg(action, n) from (select action, count(*) as n from import_item where import_id = ${id} group by action) a), '{}')
        || coalesce((select jsonb_object_agg(level, n) from (select level, count(*) as n from import_problem where import_id = ${id} group by level) l), '{}') as counts
    ) counted where i.id = ${id}`
}

export const fail = async (tx: Tx, id: string, message: string): Promise<void> => {
  await tx`update import set status = 'failed', message = ${message}, finished_at = now() where id = ${id} and status in ('planning', 'running')`
}
