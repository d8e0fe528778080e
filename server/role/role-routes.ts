import { roleApi } from '#contract/role.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { forgetStandings } from '../lib/call/session.ts'
import * as store from './role-store.ts'

export function roleRoutes(app: App) {
  serveRead(app, roleApi.list, ({ tx }) => store.listRoles(tx))
  serve(app, roleApi.create, ({ tx, body, who }) => store.addRole(tx, body, who))
  serve(app, roleApi.update, async ({ tx, params, body, who }) => {
    const role = await store.changeRole(tx, params.role, body, who)
    forgetStandings()
    return role
  })
  serve(app, roleApi.remove, async ({ tx, params, who }) => {
    await store.removeRole(tx, params.role, who)
    forgetStandings()
  })
}
