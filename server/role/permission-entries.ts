import type { Page } from '#contract/lib/call/api.ts'
import { hasPermission, permissions } from '#contract/lib/call/permission.ts'
import type { ListedPermission, Role } from '#contract/staff/role.ts'
import type { PageRequest } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { listRoles } from './role-store.ts'

/** Custom roles, and the store with an empty role. */
type CreationRow = { role: string; createdAt: string }

/** Returns a page of the custom roles, newest first, and then of all permissions. */
export async function listPermissionEntries(
  tx: Tx,
  { page = 1, perPage = 10 }: PageRequest,
): Promise<Page<ListedPermission>> {
  const [roles, creations] = await Promise.all([
    runBatch(listRoles(tx)),
    tx<CreationRow[]>`
      select '' as role, created_at, id from store where id = current_store()
      union all
      select role, created_at, id from role where store_id = current_store()
      order by created_at desc, id desc`,
  ])
  const rows = [...toRoleEntries(roles, creations), ...toPermissionEntries(roles, creations)]
  const start = (page - 1) * perPage
  return {
    items: rows.slice(start, start + perPage),
    meta: { page, perPage, total: rows.length, totalIsCapped: false, next: null },
  }
}

/** A role without staff belongs to the administrators alone. */
const toRoleEntries = (
  roles: readonly Role[],
  creations: readonly CreationRow[],
): ListedPermission[] =>
  creations.flatMap(({ role: key, createdAt }) =>
    roles
      .filter(({ role, isBuiltIn }) => role === key && !isBuiltIn)
      .map(({ role, name, staffCount, invitationCount }) => ({
        id: role,
        name,
        assignedTo: ['administrator', ...(staffCount + invitationCount > 0 ? [role] : [])],
        createdDate: createdAt,
      })),
  )

function toPermissionEntries(
  roles: readonly Role[],
  creations: readonly CreationRow[],
): ListedPermission[] {
  const createdDate = creations.find(({ role }) => role === '')?.createdAt ?? ''
  return permissions.map(permission => ({
    id: permission,
    name: permission,
    assignedTo: roles
      .filter(({ ability }) => hasPermission(ability, permission))
      .map(({ role }) => role),
    createdDate,
  }))
}
