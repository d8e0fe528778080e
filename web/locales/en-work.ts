import bookmark from './en/bookmark.json'
import business from './en/business.json'
import category from './en/category.json'
import customer from './en/customer.json'
import dashboard from './en/dashboard.json'
import developer from './en/developer.json'
import importTexts from './en/import.json'
import notice from './en/notice.json'
import onboarding from './en/onboarding.json'
import order from './en/order.json'
import paymentMethod from './en/payment-method.json'
import product from './en/product.json'
import role from './en/role.json'
import search from './en/search.json'
import shell from './en/shell.json'

/** The part of English that the frame and the daily work need. */
export const texts = {
  bookmark,
  business,
  category,
  customer,
  dashboard,
  developer,
  import: importTexts,
  notice,
  onboarding,
  order,
  paymentMethod,
  product,
  role,
  search,
  shell,
}
