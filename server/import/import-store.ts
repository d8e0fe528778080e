import type { z } from 'zod'
import {
  Import,
  ImportItem,
  type ImportOptions,
  ImportProblem,
  ImportRow,
  type importApi,
} from '#contract/import/import.ts'
import { type MatchableField, matchRulesByKind } from '#contract/import/import-match.ts'
import type { ImportKind } from '#contract/import/import-state.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import type { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import type { PlainErrorCode } from '../lib/call/error-message.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx } from '../lib/db/db.ts'
import { largeImportFlag } from '../lib/job/job-rule.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { checkMatchedFields } from './file/check-matched-fields.ts'
import { isLargeImport } from './is-large-import.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    import: UploadedImportFile &
      Partial<Pick<Import, 'status' | 'progress'>> & { personId?: string }
  }
}

type ImportListQuery = z.infer<typeof importApi.list.query>
type ImportItemQuery = z.infer<typeof importApi.listItems.query>
type ImportWithoutDetails = Omit<Import, 'problems' | 'images' | 'newCategories'> & {
  isFetchingImages: boolean
}

const createdByColumn = (tx: Tx) =>
  tx`coalesce((select full_name from person where id = i.person_id), '') as created_by`
const importRowColumns = (tx: Tx) =>
  tx`${selectColumns(ImportRow, { alias: 'i', omit: ['createdBy'] })(tx)}, ${createdByColumn(tx)}`
const importColumns = selectColumns(Import, {
  alias: 'i',
  omit: ['createdBy', 'problems', 'images', 'newCategories'],
})
const importItemColumns = selectColumns(ImportItem, { alias: 'i', omit: ['isWritten'] })
const maxProblems = 1000

/** Lists the imports of these kinds. */
export const listImports = (
  tx: Tx,
  query: ImportListQuery,
  storeId: string,
  kinds: readonly ImportKind[],
) =>
  listPage<ImportRow>(
    tx,
    {
      key: `import ${JSON.stringify([query.q, query.kind, kinds])}`,
      from: tx`import i`,
      alias: 'i',
      columns: importRowColumns(tx),
      where: [
        tx`i.kind = any (${kinds}::text[])`,
        ...(query.q ? [tx`i.file_name ilike ${toLikePattern(query.q)}`] : []),
        ...(query.kind ? [tx`i.kind = ${query.kind}`] : []),
      ],
      sorts: { createdAt: { expression: 'i.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

const maxNamedCategories = 5

/** Returns the first categories that a planned import would create, and their number. */
const listNewCategories = (tx: Tx, id: string) =>
  tx<{ path: string[]; total: number }[]>`
    select path, count(*) over ()::integer as total
    from import i join import_item t on t.import_id = i.id
    cross join lateral jsonb_path_query(
      t.changes, '$[*] ? (@.field == "newCategories").to[*]') path
    where i.id = ${id} and i.status = 'planned' order by t.position limit ${maxNamedCategories}`

export async function getImport(tx: Tx, id: string): Promise<Import> {
  const [[row], problems, [images], newCategories] = await Promise.all([
    tx<ImportWithoutDetails[]>`
      select ${importColumns(tx)}, ${createdByColumn(tx)}, i.is_fetching_images from import i where i.id = ${id}`,
    tx<ImportProblem[]>`
      select ${selectColumns(ImportProblem)(tx)} from import_problem
      where import_id = ${id} order by "row", id limit ${maxProblems}`,
    tx<{ ready: number; waiting: number; failed: number }[]>`
      select count(*) filter (where p.state = 'ready')::integer as ready,
        count(*) filter (where p.state = 'waiting')::integer as waiting,
        count(*) filter (where p.state = 'failed')::integer as failed
      from import_item t
      join product_image p on p.store_id = t.store_id and p.product_id = t.target
      where t.import_id = ${id} and t.written_at is not null and p.source_url <> ''`,
    listNewCategories(tx, id),
  ])
  const { isFetchingImages, ...importRow } = assertFound(row, 'import_not_found')
  return {
    ...importRow,
    problems,
    newCategories: {
      count: newCategories[0]?.total ?? 0,
      paths: newCategories.map(({ path }) => path),
    },
    images: { ready: 0, waiting: 0, failed: 0, ...images, isFetching: isFetchingImages },
  }
}

export async function listImportItems(tx: Tx, id: string, query: ImportItemQuery, storeId: string) {
  assertFound((await tx`select 1 from import where id = ${id}`)[0], 'import_not_found')
  return listPage<ImportItem>(
    tx,
    {
      key: `import_item ${JSON.stringify([id, query.q, query.action])}`,
      from: tx`import_item i`,
      alias: 'i',
      columns: tx`${importItemColumns(tx)}, i.written_at is not null as is_written`,
      where: [
        tx`i.import_id = ${id}`,
        ...(query.action ? [tx`i.action = ${query.action}`] : []),
        ...(query.q ? [tx`concat_ws(' ', i.name, i.title) ilike ${toLikePattern(query.q)}`] : []),
      ],
      sorts: { position: { expression: 'i.position', type: 'integer' } },
      defaultSort: 'position',
    },
    query,
    storeId,
  )
}

type Importer = Pick<Principal, 'storeId' | 'personId' | 'abilities'>

/** Enqueues a job that acts for this user. */
const enqueueImportJob = (
  tx: Tx,
  task: 'import.plan' | 'import.run',
  importId: string,
  {
    storeId,
    personId,
    abilities,
    bytes,
    imageBaseUrl = '',
  }: Importer & { bytes: number } & Pick<ImportOptions, 'imageBaseUrl'>,
) =>
  enqueueJob(
    tx,
    task,
    {
      importId,
      storeId,
      personId,
      canCreateCategories: String(hasPermission(abilities, 'category:write')),
      imageBaseUrl,
      // The workers for small files skip a job with this flag.
      flag: isLargeImport(bytes) ? largeImportFlag : '',
    },
    `import ${importId}`,
  )

type UploadedImportFile = { kind: ImportKind; fileName: string; fileKey: string; bytes: number }

/** Creates the import and enqueues the job that plans it. */
export async function createImport(
  tx: Tx,
  file: UploadedImportFile,
  principal: Importer,
): Promise<Import> {
  const id = await insertRow(tx, 'import', { ...file, personId: principal.personId })
  await enqueueImportJob(tx, 'import.plan', id, { ...principal, bytes: file.bytes })
  return getImport(tx, id)
}

type LockedImport = Pick<Import, 'kind' | 'status' | 'format' | 'encoding' | 'columns'> & {
  plannedAt: string | null
  isFetchingImages: boolean
  fileKey: string
  bytes: number
}
export async function lockImport(tx: Tx, id: string): Promise<LockedImport> {
  const [row] = await tx<LockedImport[]>`
    select kind, status, format, encoding, columns, planned_at, is_fetching_images, file_key, bytes
    from import where id = ${id} for no key update`
  return assertFound(row, 'import_not_found')
}

export const createNotNowProblem = (lockedImport: LockedImport, code: PlainErrorCode) =>
  new Problem(409, code, {}, { data: { status: lockedImport.status } })

/**
 * Saves the fields of a spreadsheet's columns and plans the import again. The next file with the same
 * headers gets the same fields.
 */
export async function saveMatchedColumns(
  tx: Tx,
  id: string,
  fields: readonly (MatchableField | null)[],
  principal: Importer,
): Promise<Import> {
  const lockedImport = await lockImport(tx, id)
  const { kind, format, columns } = lockedImport
  const rules = matchRulesByKind[kind]
  if (!rules || format !== 'spreadsheet' || !['matching', 'planned'].includes(lockedImport.status))
    throw createNotNowProblem(lockedImport, 'import_not_matchable')
  if (!lockedImport.fileKey) throw createNotNowProblem(lockedImport, 'import_file_deleted')
  checkMatchedFields(fields, columns, kind, rules)
  await tx`
    update import set status = 'planning', progress = 0, planned_at = null, matched_fields = ${tx.json(fields)}
    where id = ${id}`
  await enqueueImportJob(tx, 'import.plan', id, { ...principal, bytes: lockedImport.bytes })
  return getImport(tx, id)
}

/** Saves the encoding of a file and plans the import again. */
export async function changeEncoding(
  tx: Tx,
  id: string,
  encoding: ImportEncoding,
  principal: Importer,
): Promise<Import> {
  const lockedImport = await lockImport(tx, id)
  const { status, plannedAt } = lockedImport
  const isOpen = ['matching', 'planned'].includes(status) || (status === 'failed' && !plannedAt)
  if (!lockedImport.encoding || !isOpen)
    throw createNotNowProblem(lockedImport, 'import_encoding_fixed')
  if (!lockedImport.fileKey) throw createNotNowProblem(lockedImport, 'import_file_deleted')
  await tx`
    update import set status = 'planning', progress = 0, planned_at = null, finished_at = null,
      code = '', message = '', params = '{}', encoding = ${encoding}, is_encoding_chosen = true
    where id = ${id}`
  await enqueueImportJob(tx, 'import.plan', id, { ...principal, bytes: lockedImport.bytes })
  return getImport(tx, id)
}

/** Starts a planned import, or continues one that failed or was canceled. */
export async function startImport(
  tx: Tx,
  id: string,
  lockedImport: LockedImport,
  { options, ...principal }: Importer & { options: ImportOptions },
): Promise<Import> {
  const isReady =
    lockedImport.plannedAt !== null &&
    ['planned', 'failed', 'cancelled'].includes(lockedImport.status)
  if (!isReady)
    throw createNotNowProblem(
      lockedImport,
      lockedImport.status === 'planning' ? 'import_still_checking' : 'import_not_startable',
    )
  if (!lockedImport.fileKey) throw createNotNowProblem(lockedImport, 'import_file_deleted')
  await tx`
    update import set status = 'running', progress = 0, code = '', message = '', params = '{}',
      started_at = coalesce(started_at, now()), finished_at = null,
      copy_images = coalesce(${options.copyImages ?? null}::boolean, copy_images),
      create_categories = case when create_categories is not null
        then coalesce(${options.createCategories ?? null}::boolean, create_categories) end,
      notify_customers = coalesce(${options.notifyCustomers ?? null}::boolean, notify_customers)
    where id = ${id}`
  await enqueueImportJob(tx, 'import.run', id, {
    ...principal,
    bytes: lockedImport.bytes,
    imageBaseUrl: options.imageBaseUrl,
  })
  return getImport(tx, id)
}

/** Cancels the import. Its job stops before the next batch; written products and orders stay. */
export async function cancelImport(tx: Tx, id: string): Promise<Import> {
  const lockedImport = await lockImport(tx, id)
  const isInProgress = ['planning', 'matching', 'planned', 'running'].includes(lockedImport.status)
  if (!isInProgress && !lockedImport.isFetchingImages)
    throw createNotNowProblem(lockedImport, 'import_nothing_to_cancel')
  if (isInProgress)
    await tx`update import set status = 'cancelled', finished_at = now() where id = ${id}`
  await tx`update import set is_fetching_images = false where id = ${id} and is_fetching_images`
  return getImport(tx, id)
}
