import type { Storefront } from '../storefront/page/serve-page.ts'
import { serveShopperAccount } from './account/serve-account.ts'
import { serveNewsletter } from './newsletter-form.ts'
import { serveProductAlerts } from './product-alert-form.ts'
import { serveCartLinks } from './serve-cart-link.ts'
import { serveMailLinks } from './serve-mail-links.ts'
import { serveWishList } from './wish-list/serve-wish-list.ts'

/** Serves what shoppers can request from a store besides an order. */
export function serveShopper(storefront: Storefront) {
  serveCartLinks(storefront)
  serveMailLinks(storefront)
  serveNewsletter(storefront)
  serveProductAlerts(storefront)
  serveShopperAccount(storefront)
  serveWishList(storefront)
}
