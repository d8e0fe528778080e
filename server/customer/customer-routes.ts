import { Readable } from 'node:stream'
import { customerApi } from '#contract/customer/customer.ts'
import { customerAddressApi } from '#contract/customer/customer-address.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { customerConsentApi } from '#contract/customer/customer-history.ts'
import { hasPermission, type Permission } from '#contract/lib/call/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { openDisk } from '../lib/file/disk.ts'
import { deleteCustomers, updateCustomerTags } from './customer-bulk-store.ts'
import { listConsents } from './customer-consent-store.ts'
import { eraseCustomer } from './customer-data-store.ts'
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from './customer-store.ts'
import {
  createCustomerAddress,
  deleteCustomerAddress,
  listCustomerAddresses,
  makeAddressDefault,
  updateCustomerAddress,
} from './rule/customer-addresses.ts'
import { writePersonExport } from './rule/export-person.ts'

export function customerRoutes(app: App) {
  serve(app, customerApi.list, ({ tx, query, principal }) =>
    listCustomers(tx, query, principal.storeId),
  )
  serve(app, customerApi.get, ({ tx, params }) => getCustomer(tx, params.id))
  serve(
    app,
    customerConsentApi.listConsents,
    ({ tx, params: { id }, query, principal: { storeId } }) =>
      listConsents(tx, { id, storeId }, query),
  )
  serve(app, customerApi.create, ({ tx, body }) => createCustomer(tx, body))
  serve(app, customerApi.update, ({ tx, params, body }) => updateCustomer(tx, params.id, body))
  serve(app, customerApi.delete, ({ tx, params }) => deleteCustomer(tx, params.id))
  serveAddresses(app)
  servePersonalData(app)
  serve(app, customerApi.bulkUpdateTags, ({ tx, body }) => updateCustomerTags(tx, body))
  serve(app, customerApi.bulkDelete, ({ tx, body }) => deleteCustomers(tx, body))
}

function serveAddresses(app: App) {
  serve(app, customerAddressApi.listAddresses, ({ tx, params }) =>
    listCustomerAddresses(tx, params.id),
  )
  serve(app, customerAddressApi.addAddress, ({ tx, params, body }) =>
    createCustomerAddress(tx, params.id, body.address),
  )
  serve(app, customerAddressApi.updateAddress, ({ tx, params, body }) =>
    updateCustomerAddress(tx, params.id, body.address),
  )
  serve(app, customerAddressApi.makeAddressDefault, ({ tx, params }) =>
    makeAddressDefault(tx, params.id),
  )
  serve(app, customerAddressApi.deleteAddress, ({ tx, params }) =>
    deleteCustomerAddress(tx, params.id),
  )
}

/** Both calls concern the orders of the customer too. */
function servePersonalData(app: App) {
  const disk = openDisk(app.config, 'orders')
  serveDownload(
    app,
    customerDataApi.exportData,
    async ({ params: { id }, principal: { abilities }, inTx }) => {
      requirePermission(abilities, 'order:read')
      await inTx(tx => getCustomer(tx, id))
      const day = new Date().toISOString().slice(0, 10)
      return {
        fileName: `customer-${id}-${day}.json`,
        stream: Readable.from(writePersonExport({ inTx, disk }, { id })),
      }
    },
  )
  serve(app, customerDataApi.erase, ({ tx, params, principal }) => {
    requirePermission(principal.abilities, 'order:write')
    return eraseCustomer(tx, params.id, principal)
  })
}

function requirePermission(abilities: Principal['abilities'], permission: Permission) {
  if (!hasPermission(abilities, permission)) throw new Problem(403, 'forbidden')
}
