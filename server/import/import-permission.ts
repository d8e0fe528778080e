import { ImportKind } from '#contract/import/import-state.ts'
import { type Ability, hasPermission, type Permission } from '#contract/lib/call/permission.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

/**
 * The permissions that a user needs to import a kind, or to see its imports, which show stored
 * values such as costs and names of customers.
 */
const requiredPermissions: Record<ImportKind, readonly Permission[]> = {
  products: ['product:write'],
  orders: ['order:write', 'customer:read'],
  customers: ['customer:write'],
  parcels: ['order:write'],
}

const isAllowed = (abilities: readonly Ability[], kind: ImportKind) =>
  requiredPermissions[kind].every(permission => hasPermission(abilities, permission))

export const listAllowedKinds = (abilities: readonly Ability[]): ImportKind[] =>
  ImportKind.options.filter(kind => isAllowed(abilities, kind))

/** @throws Problem 403 unless the user can import this kind */
export function authorizeKind(abilities: readonly Ability[], kind: ImportKind): void {
  if (!isAllowed(abilities, kind)) throw new Problem(403, `import_${kind}_forbidden`)
}

/** @throws Problem 404 import_not_found, or 403 unless the user can import its kind */
export async function authorizeImport(
  tx: Tx,
  abilities: readonly Ability[],
  id: string,
): Promise<void> {
  const [row] = await tx<{ kind: ImportKind }[]>`select kind from import where id = ${id}`
  authorizeKind(abilities, assertFound(row, 'import_not_found').kind)
}
