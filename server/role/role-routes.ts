import { roleApi } from '#contract/staff/role.ts'
import { invalidateAllMemberships } from '../lib/call/authenticate.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { listPermissionEntries } from './permission-entries.ts'
import { createRole, deleteRole, listRoles, updateRole } from './role-store.ts'

export function roleRoutes(app: App) {
  serveRead(app, roleApi.list, ({ tx }) => listRoles(tx))
  serve(app, roleApi.listPermissions, ({ tx, query }) => listPermissionEntries(tx, query))
  serve(app, roleApi.create, ({ tx, body, principal }) => createRole(tx, body, principal))
  serve(app, roleApi.update, async ({ tx, params, body, principal }) => {
    const role = await updateRole(tx, params.role, body, principal)
    invalidateAllMemberships()
    return role
  })
  serve(app, roleApi.delete, async ({ tx, params, principal }) => {
    await deleteRole(tx, params.role, principal)
    invalidateAllMemberships()
  })
}
