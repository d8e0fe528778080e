import { shippingApi } from '#contract/store/shipping.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { getShippingSettings, updateShippingSettings } from './shipping-settings-store.ts'
import {
  createShippingZone,
  deleteShippingZone,
  listShippingZones,
  updateShippingZone,
} from './shipping-store.ts'

export function shippingRoutes(app: App) {
  serveRead(app, shippingApi.list, ({ tx }) => listShippingZones(tx))
  serve(app, shippingApi.getSettings, ({ tx }) => getShippingSettings(tx))
  serve(app, shippingApi.updateSettings, ({ tx, body }) => updateShippingSettings(tx, body))
  serve(app, shippingApi.create, ({ tx, body }) => createShippingZone(tx, body))
  serve(app, shippingApi.update, ({ tx, params, body }) => updateShippingZone(tx, params.id, body))
  serve(app, shippingApi.delete, ({ tx, params }) => deleteShippingZone(tx, params.id))
}
