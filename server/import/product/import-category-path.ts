import { bulkInsert, generateIds } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import { slugify } from '../../lib/text/slug.ts'

type CategoryPathNode = { id: string; name: string; slug: string; parent: string | null }

/** Names from the top down, whatever case: how a file names a category. */
export const createPathKey = (path: readonly string[]) =>
  JSON.stringify(path.map(name => name.toLowerCase()))

export type CategoryPaths = {
  idByPathKey: ReadonlyMap<string, string>
  pathById: ReadonlyMap<string, string[]>
  nodes: CategoryPathNode[]
}

/** Every category of the store with its path; there are hundreds at most where there are a hundred thousand products. */
export async function loadCategoryPaths(tx: Tx): Promise<CategoryPaths> {
  const nodes = [...(await tx<CategoryPathNode[]>`select id, name, slug, parent from category`)]
  const byId = new Map(nodes.map(node => [node.id, node]))
  const pathOf = new Map(nodes.map(node => [node.id, buildPath(node, byId)]))
  return {
    nodes,
    pathById: pathOf,
    idByPathKey: new Map([...pathOf].map(([id, path]) => [createPathKey(path), id])),
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

/** The ids of these paths; what is not there yet is made, a level in one statement. The caller holds the tree's lock. */
export async function findOrCreateCategories(
  tx: Tx,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { idByPathKey: idOf, nodes } = await loadCategoryPaths(tx)
  const idByKey = new Map(idOf)
  const slugs = new Set(nodes.map(node => node.slug))
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
        return { _id: id, name, parent, position, slug: createUniqueSlug(slugs, name) }
      }),
    )
  }
  return idByKey
}

function createUniqueSlug(slugs: Set<string>, name: string): string {
  const base = slugify(name, 'category', 100)
  let slug = base
  for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`
  slugs.add(slug)
  return slug
}
