import type { Tx } from '../../lib/db/db.ts'
import { insertSet, newIds } from '../../lib/db/row-set.ts'
import { slugOf } from '../../lib/text/slug.ts'

type Node = { id: string; name: string; slug: string; parent: string | null }

/** Names from the top down, whatever case: how a file names a category. */
export const pathKey = (path: readonly string[]) =>
  JSON.stringify(path.map(name => name.toLowerCase()))

export type CategoryPaths = {
  idOf: ReadonlyMap<string, string>
  pathOf: ReadonlyMap<string, string[]>
  nodes: Node[]
}

/** Every category of the store with its path; there are hundreds at most where there are a hundred thousand products. */
export async function readCategoryPaths(tx: Tx): Promise<CategoryPaths> {
  const nodes = [...(await tx<Node[]>`select id, name, slug, parent from category`)]
  const byId = new Map(nodes.map(node => [node.id, node]))
  const pathOf = new Map(nodes.map(node => [node.id, climb(node, byId)]))
  return { nodes, pathOf, idOf: new Map([...pathOf].map(([id, path]) => [pathKey(path), id])) }
}

function climb(node: Node, byId: ReadonlyMap<string, Node>): string[] {
  const path: string[] = []
  for (let at: Node | undefined = node; at; at = byId.get(at.parent ?? '')) path.unshift(at.name)
  return path
}

/** The ids of these paths; what is not there yet is made, a level in one statement. The caller holds the tree's lock. */
export async function ensureCategories(
  tx: Tx,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { idOf, nodes } = await readCategoryPaths(tx)
  const known = new Map(idOf)
  const slugs = new Set(nodes.map(node => node.slug))
  const ranks = new Map<string | null, number>()
  for (const { parent } of nodes) ranks.set(parent, (ranks.get(parent) ?? 0) + 1)
  const deepest = Math.max(...paths.map(path => path.length))
  for (let level = 1; level <= deepest; level++) {
    const wanted = new Map(
      paths
        .filter(path => path.length >= level)
        .map(path => path.slice(0, level))
        .map(path => [pathKey(path), path]),
    )
    const missing = [...wanted].filter(([key]) => !known.has(key))
    const ids = await newIds(tx, missing.length)
    await insertSet(
      tx,
      'category',
      missing.map(([key, path], i) => {
        const [id, name] = [ids[i] ?? '', path.at(-1) ?? '']
        const parent = level === 1 ? null : (known.get(pathKey(path.slice(0, -1))) ?? null)
        const position = ranks.get(parent) ?? 0
        ranks.set(parent, position + 1)
        known.set(key, id)
        return { _id: id, name, parent, position, slug: freshSlug(slugs, name) }
      }),
    )
  }
  return known
}

function freshSlug(slugs: Set<string>, name: string): string {
  const base = slugOf(name, 'category', 100)
  let slug = base
  for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`
  slugs.add(slug)
  return slug
}
