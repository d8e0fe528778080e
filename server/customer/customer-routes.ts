import { customerApi } from '#contract/customer.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { changeCustomerTags, removeCustomers } from './customer-bulk-store.ts'
import {
  createCustomer,
  getCustomer,
  listCustomers,
  removeCustomer,
  updateCustomer,
} from './customer-store.ts'

export function customerRoutes(app: App) {
  serve(app, customerApi.list, ({ tx, query, principal: who }) =>
    listCustomers(tx, query, who.businessId),
  )
  serve(app, customerApi.get, ({ tx, params }) => getCustomer(tx, params.id))
  serve(app, customerApi.create, ({ tx, body }) => createCustomer(tx, body))
  serve(app, customerApi.update, ({ tx, params, body }) => updateCustomer(tx, params.id, body))
  serve(app, customerApi.delete, ({ tx, params }) => removeCustomer(tx, params.id))
  serve(app, customerApi.bulkUpdateTags, ({ tx, body }) => changeCustomerTags(tx, body))
  serve(app, customerApi.bulkDelete, ({ tx, body }) => removeCustomers(tx, body))
}
