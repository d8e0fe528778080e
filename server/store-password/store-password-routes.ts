import { storePasswordApi } from '#contract/store/store-password.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { hashPassword } from '../lib/security/password-hash.ts'
import { deleteStorePassword, getStorePassword, setStorePassword } from './store-password-store.ts'

export function storePasswordRoutes(app: App) {
  serve(app, storePasswordApi.get, ({ tx }) => getStorePassword(tx))
  serve(app, storePasswordApi.update, async ({ tx, body }) =>
    setStorePassword(tx, await hashPassword(body.password)),
  )
  serve(app, storePasswordApi.delete, ({ tx }) => deleteStorePassword(tx))
}
