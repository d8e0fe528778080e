import { customerApi } from '#contract/customer.ts'
import { customerConsentApi } from '#contract/customer-history.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { deleteCustomers, updateCustomerTags } from './customer-bulk-store.ts'
import { listConsents } from './customer-consent-store.ts'
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from './customer-store.ts'

export function customerRoutes(app: App) {
  serve(app, customerApi.list, ({ tx, query, principal }) =>
    listCustomers(tx, query, principal.businessId),
  )
  serve(app, customerApi.get, ({ tx, params }) => getCustomer(tx, params.id))
  serve(app, customerConsentApi.list, ({ tx, params: { id }, query, principal: { businessId } }) =>
    listConsents(tx, { id, businessId }, query),
  )
  serve(app, customerApi.create, ({ tx, body }) => createCustomer(tx, body))
  serve(app, customerApi.update, ({ tx, params, body }) => updateCustomer(tx, params.id, body))
  serve(app, customerApi.delete, ({ tx, params }) => deleteCustomer(tx, params.id))
  serve(app, customerApi.bulkUpdateTags, ({ tx, body }) => updateCustomerTags(tx, body))
  serve(app, customerApi.bulkDelete, ({ tx, body }) => deleteCustomers(tx, body))
}
