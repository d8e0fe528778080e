import type { z } from 'zod'
import {
  Import,
  ImportItem,
  type ImportKind,
  ImportProblem,
  ImportRow,
  type importApi,
} from '#contract/import.ts'
import { containing, listPage } from '../lib/call/list.ts'
import { found, Problem } from '../lib/call/problem.ts'
import { columnsOf, insert, type Tx } from '../lib/db/db.ts'
import { addJob } from '../lib/job/jobs.ts'

type ListQuery = z.infer<typeof importApi.list.query>
type ItemQuery = z.infer<typeof importApi.items.query>
type Own = Omit<Import, 'problems' | 'pictures'> & { fetching: boolean }

const by = (tx: Tx) =>
  tx`coalesce((select full_name from person where id = i.person_id), '') as created_by`
const rowColumns = (tx: Tx) =>
  tx`${columnsOf(ImportRow, { of: 'i', without: ['createdBy'] })(tx)}, ${by(tx)}`
const problemsShown = 1000

export const listImports = (tx: Tx, query: ListQuery, businessId: string) =>
  listPage<ImportRow>(
    tx,
    {
      key: `import ${JSON.stringify([query.q, query.kind])}`,
      from: tx`import i`,
      alias: 'i',
      columns: rowColumns(tx),
      where: [
        ...(query.q ? [tx`i.file_name ilike ${containing(query.q)}`] : []),
        ...(query.kind ? [tx`i.kind = ${query.kind}`] : []),
      ],
      sorts: { createdAt: { by: 'i.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    businessId,
  )

export async function getImport(tx: Tx, id: string): Promise<Import> {
  const [[row], problems, [pictures]] = await Promise.all([
    tx<
      Own[]
    >`select ${columnsOf(Import, { of: 'i', without: ['createdBy', 'problems', 'pictures'] })(tx)}, ${by(tx)}, i.fetching from import i where i.id = ${id}`,
    tx<
      z.infer<typeof ImportProblem>[]
    >`select ${columnsOf(ImportProblem)(tx)} from import_problem where import_id = ${id} order by "row", id limit ${problemsShown}`,
    tx<{ ready: number; waiting: number; failed: number }[]>`
      select count(*) filter (where p.state = 'ready')::integer as ready, count(*) filter (where p.state = 'waiting')::integer as waiting,
        count(*) filter (where p.state = 'failed')::integer as failed
      from import_item t join product_image p on p.business_id = t.business_id and p.product_id = t.target
      where t.import_id = ${id} and t.written_at is not null and p.source_url <> ''`,
  ])
  const { fetching, ...own } = found(row, 'This import')
  return {
    ...own,
    problems,
    pictures: { ready: 0, waiting: 0, failed: 0, ...pictures, isFetching: fetching },
  }
}

export async function listItems(tx: Tx, id: string, query: ItemQuery, businessId: string) {
  found((await tx`select 1 from import where id = ${id}`)[0], 'This import')
  return listPage<ImportItem>(
    tx,
    {
      key: `import_item ${JSON.stringify([id, query.q, query.action])}`,
      from: tx`import_item i`,
      alias: 'i',
      columns: tx`${columnsOf(ImportItem, { of: 'i', without: ['isWritten'] })(tx)}, i.written_at is not null as is_written`,
      where: [
        tx`i.import_id = ${id}`,
        ...(query.action ? [tx`i.action = ${query.action}`] : []),
        ...(query.q ? [tx`concat_ws(' ', i.name, i.title) ilike ${containing(query.q)}`] : []),
      ],
      sorts: { position: { by: 'i.position', type: 'integer' } },
      defaultSort: 'position',
    },
    query,
    businessId,
  )
}

type Upload = { kind: ImportKind; fileName: string; fileKey: string; bytes: number }

/** The import and the job that plans it, both or none. */
export async function addImport(
  tx: Tx,
  file: Upload,
  who: { businessId: string; personId: string },
): Promise<Import> {
  const id = await insert(tx, 'import', { ...file, personId: who.personId })
  await addJob(tx, 'import.plan', { importId: id, ...who }, `import ${id}`)
  return getImport(tx, id)
}

type Held = Pick<Import, 'kind' | 'status'> & {
  plannedAt: string | null
  fetching: boolean
  fileKey: string
}
export async function holdImport(tx: Tx, id: string): Promise<Held> {
  const [row] = await tx<
    Held[]
  >`select kind, status, planned_at, fetching, file_key from import where id = ${id} for no key update`
  return found(row, 'This import')
}

export const notNow = (held: Held, message: string) =>
  new Problem(409, 'not_now', message, { data: { status: held.status } })

/** From a plan, or once more after it broke off: then it goes on where it was. */
export async function startImport(
  tx: Tx,
  id: string,
  held: Held,
  who: { businessId: string; personId: string },
): Promise<Import> {
  const isReady =
    held.plannedAt !== null && ['planned', 'failed', 'cancelled'].includes(held.status)
  if (!isReady)
    throw notNow(
      held,
      held.status === 'planning'
        ? 'The file is still being checked'
        : 'This import cannot be started',
    )
  if (!held.fileKey)
    throw notNow(held, 'The file was deleted a week after this import ended. Upload it again.')
  await tx`update import set status = 'running', progress = 0, message = '', started_at = coalesce(started_at, now()), finished_at = null where id = ${id}`
  await addJob(tx, 'import.run', { importId: id, ...who }, `import ${id}`)
  return getImport(tx, id)
}

/** The job notices at its next batch; what was written stays. */
export async function cancelImport(tx: Tx, id: string): Promise<Import> {
  const held = await holdImport(tx, id)
  const isUnderWay = ['planning', 'planned', 'running'].includes(held.status)
  if (!isUnderWay && !held.fetching) throw notNow(held, 'There is nothing to cancel here')
  if (isUnderWay)
    await tx`update import set status = 'cancelled', finished_at = now() where id = ${id}`
  await tx`update import set fetching = false where id = ${id} and fetching`
  return getImport(tx, id)
}
