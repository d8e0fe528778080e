import { slugify } from '#contract/lib/text/slug.ts'
import { bulkInsert, generateIds } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import { loadStoreLocale } from '../../lib/db/find-free-slug.ts'
import type { ProductDraft } from './import-product-draft.ts'

type CategoryPathNode = { id: string; name: string; slug: string; parent: string | null }

/** Returns a key of a path that ignores case. */
export const createPathKey = (path: readonly string[]) =>
  JSON.stringify(path.map(name => name.toLowerCase()))

export type CategoryPaths = {
  idByPathKey: ReadonlyMap<string, string>
  pathById: ReadonlyMap<string, string[]>
  nodes: CategoryPathNode[]
}

/**
 * Returns every category of the store with its path. Even large stores have only hundreds of
 * categories.
 */
export async function loadCategoryPaths(tx: Tx): Promise<CategoryPaths> {
  const nodes = [...(await tx<CategoryPathNode[]>`select id, name, slug, parent from category`)]
  const nodeById = new Map(nodes.map(node => [node.id, node]))
  const pathById = new Map(nodes.map(node => [node.id, buildPath(node, nodeById)]))
  return {
    nodes,
    pathById,
    idByPathKey: new Map([...pathById].map(([id, path]) => [createPathKey(path), id])),
  }
}

function buildPath(node: CategoryPathNode, byId: ReadonlyMap<string, CategoryPathNode>): string[] {
  const path: string[] = []
  for (
    let current: CategoryPathNode | undefined = node;
    current;
    current = byId.get(current.parent ?? '')
  )
    path.unshift(current.name)
  return path
}

/**
 * Returns a function that lists the categories of a product that neither the store nor an earlier
 * product has, with their parents.
 */
export function createNewCategoryFinder() {
  const seenKeys = new Set<string>()
  return (paths: readonly (readonly string[])[], { idByPathKey }: CategoryPaths): string[][] =>
    paths
      .flatMap(path => path.map((_, level) => path.slice(0, level + 1)))
      .filter(path => {
        const key = createPathKey(path)
        if (idByPathKey.has(key) || seenKeys.has(key)) return false
        seenKeys.add(key)
        return true
      })
}

/**
 * Returns the draft without categories that the store does not have, and their names. Without any
 * other category, the stored categories stay.
 */
export function keepExistingCategories(
  draft: ProductDraft,
  { idByPathKey }: CategoryPaths,
): { draft: ProductDraft; missingNames: string[] } {
  const paths = Map.groupBy(draft.categories ?? [], path => idByPathKey.has(createPathKey(path)))
  const missingPaths = paths.get(false) ?? []
  if (missingPaths.length === 0) return { draft, missingNames: [] }
  return {
    draft: { ...draft, categories: paths.get(true) },
    missingNames: missingPaths.map(path => path.join(' > ')),
  }
}

/**
 * Returns the ids of the paths, and creates missing categories level by level. The caller has
 * locked the category tree.
 */
export async function findOrCreateCategories(
  tx: Tx,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { idByPathKey, nodes } = await loadCategoryPaths(tx)
  const idByKey = new Map(idByPathKey)
  const slugs = new Set(nodes.map(node => node.slug))
  const locale = await loadStoreLocale(tx)
  const nextPositions = new Map<string | null, number>()
  for (const { parent } of nodes) nextPositions.set(parent, (nextPositions.get(parent) ?? 0) + 1)
  const maxDepth = Math.max(...paths.map(path => path.length))
  for (let level = 1; level <= maxDepth; level++) {
    const pathsAtLevel = new Map(
      paths
        .filter(path => path.length >= level)
        .map(path => path.slice(0, level))
        .map(path => [createPathKey(path), path]),
    )
    const missingPaths = [...pathsAtLevel].filter(([key]) => !idByKey.has(key))
    const ids = await generateIds(tx, missingPaths.length)
    await bulkInsert(
      tx,
      'category',
      missingPaths.map(([key, path], i) => {
        const [id, name] = [ids[i] ?? '', path.at(-1) ?? '']
        const parent = level === 1 ? null : (idByKey.get(createPathKey(path.slice(0, -1))) ?? null)
        const position = nextPositions.get(parent) ?? 0
        nextPositions.set(parent, position + 1)
        idByKey.set(key, id)
        return { _id: id, name, parent, position, slug: createUniqueSlug(slugs, name, locale) }
      }),
    )
  }
  return idByKey
}

function createUniqueSlug(slugs: Set<string>, name: string, locale: string): string {
  const base = slugify(name, 100, locale) || 'category'
  let slug = base
  for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`
  slugs.add(slug)
  return slug
}
