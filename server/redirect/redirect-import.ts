import {
  maxRedirectProblems,
  maxRedirects,
  normalizeRedirectPath,
  type RedirectImportReply,
  RedirectInput,
} from '#contract/cms/redirect.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import { toFieldError } from '#contract/lib/error/issue.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { detectCsv } from '../lib/text/detect-csv.ts'
import { readCsvRecords } from '../lib/text/read-csv.ts'
import {
  assertRedirectLimit,
  createTargetLocalizer,
  findPagePaths,
  lockRedirects,
} from './redirect-check.ts'

type CsvLine = { line: number; cells: string[] }
type ImportedRedirect = RedirectInput & { line: number }
type LineProblem = ErrorMessage & { line: number }

/**
 * Creates redirects, or changes the targets of those with the same path. Lines with a problem are
 * reported and do not stop the others.
 * @throws Problem 422 redirect_line_unreadable or redirect_csv_invalid, or 409 redirect_limit
 */
export async function importRedirects(tx: Tx, csv: string): Promise<RedirectImportReply> {
  const { lines, problems: quoteProblems } = await parseCsv(csv)
  await lockRedirects(tx)
  const { redirects, problems: lineProblems } = await checkLines(tx, lines)
  const problems = [...quoteProblems, ...lineProblems]
  const saved = await saveRedirects(tx, redirects)
  await assertRedirectLimit(tx)
  return {
    ...saved,
    failed: problems.length,
    problems: problems.toSorted((a, b) => a.line - b.line).slice(0, maxRedirectProblems),
  }
}

const limits = { maxCells: 500, maxLength: 10_000 }

/** Returns the lines with text, and problems of those whose quotes are ambiguous. */
async function parseCsv(csv: string): Promise<{ lines: CsvLine[]; problems: LineProblem[] }> {
  const text = csv.replace(/^\uFEFF/, '')
  const { start, delimiter, columnCount } = detectCsv(text.slice(0, 10_000), limits)
  const format = { ...limits, delimiter, columnCount }
  const lines: CsvLine[] = []
  const problems: LineProblem[] = []
  for await (const { row: line, cells, problem } of readCsvRecords([text.slice(start)], format)) {
    if (problem === 'quote_misplaced')
      problems.push({ line, ...createErrorMessage('redirect_quotes') })
    else if (problem) throw createFieldProblem('csv', 'redirect_line_unreadable', { line })
    else if (cells.some(cell => cell.trim() !== '')) lines.push({ line, cells })
    if (lines.length > maxRedirects + 1)
      throw new Problem(409, 'redirect_limit', { count: maxRedirects })
  }
  // Names of columns have no slash.
  if (lines[0]?.cells.every(cell => !cell.includes('/'))) lines.shift()
  if (lines.length + problems.length === 0) throw createFieldProblem('csv', 'redirect_csv_invalid')
  return { lines, problems }
}

async function checkLines(tx: Tx, lines: readonly CsvLine[]) {
  const localizeTarget = await createTargetLocalizer(tx)
  const problems: LineProblem[] = []
  /** The last line of each path counts. */
  const redirects = new Map<string, ImportedRedirect>()
  for (const { line, cells } of lines) {
    const [path = '', target = ''] = cells.map(cell => cell.trim())
    if (path === '' || target === '') {
      problems.push({ line, ...createErrorMessage('redirect_columns') })
      continue
    }
    const { data, error } = RedirectInput.safeParse({ path, target })
    const [issue] = error?.issues ?? []
    if (issue) {
      const { path: _, ...message } = toFieldError(issue)
      problems.push({ line, ...message })
    }
    if (data)
      redirects.set(data.path, { line, path: data.path, target: localizeTarget(data.target) })
  }
  const pagePaths = await findPagePaths(tx, [...redirects.keys()])
  for (const { line, path, target } of redirects.values()) {
    if (pagePaths.has(path)) problems.push({ line, ...createErrorMessage('redirect_path_in_use') })
    else if (path === normalizeRedirectPath(target))
      problems.push({ line, ...createErrorMessage('redirect_loop') })
    else continue
    redirects.delete(path)
  }
  return { redirects: [...redirects.values()], problems }
}

async function saveRedirects(
  tx: Tx,
  redirects: readonly ImportedRedirect[],
): Promise<Pick<RedirectImportReply, 'created' | 'updated'>> {
  const rows = await tx<{ isNew: boolean }[]>`
    insert into redirect as r (path, target)
    select path, target
    from unnest(
      ${redirects.map(({ path }) => path)}::text[], ${redirects.map(({ target }) => target)}::text[]
    ) row (path, target)
    on conflict (store_id, path) do update set
      target = excluded.target, product_id = null, category_id = null, page_id = null, post_id = null,
      version = r.version + 1, updated_at = now()
    where r.target is distinct from excluded.target
    returning xmax = 0 as is_new`
  const created = rows.filter(({ isNew }) => isNew).length
  return { created, updated: rows.length - created }
}
