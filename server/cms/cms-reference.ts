import type { CmsEdit } from '#contract/cms/cms.ts'
import type { NavTree } from '#contract/cms/cms-navigation.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { createInvalidProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type Reference = { path: string; kind: 'product' | 'category' | 'page'; id: string }

/**
 * Rejects products, categories and pages that are not in this store. References that are already
 * stored stay valid, because their record can have been deleted since.
 * @throws Problem 422 product_not_found, category_not_found or page_not_found
 */
export async function assertOwnReferences(
  tx: Tx,
  { navigation }: CmsEdit,
  storedSections: object,
): Promise<void> {
  const storedText = JSON.stringify(storedSections)
  const references = [
    ...listMenuReferences(navigation?.header ?? [], 'navigation.header'),
    ...listMenuReferences(navigation?.footer ?? [], 'navigation.footer'),
  ].filter(({ id }) => !storedText.includes(id))
  if (references.length === 0) return
  const ids = references.map(({ id }) => id)
  const rows = await tx<{ id: string }[]>`
    select 'product' || id as id from product where id = any (${ids}::uuid[])
    union all select 'category' || id from category where id = any (${ids}::uuid[])
    union all select 'page' || id from page where id = any (${ids}::uuid[])`
  const existing = new Set(rows.map(({ id }) => id))
  const errors = references
    .filter(({ kind, id }) => !existing.has(kind + id.toLowerCase()))
    .map(({ path, kind }) => ({ path, ...createErrorMessage(`${kind}_not_found`) }))
  if (errors.length > 0) throw createInvalidProblem(errors)
}

type MenuItem = Omit<NavTree[number], 'children'> & { children?: MenuItem[] }

const listMenuReferences = (items: readonly MenuItem[], path: string): Reference[] =>
  items.flatMap(({ kind, target, children = [] }, index) => [
    ...(kind === 'url' ? [] : [{ path: `${path}.${index}.target`, kind, id: target }]),
    ...listMenuReferences(children, `${path}.${index}.children`),
  ])
