import account from './en/account.json'
import audit from './en/audit.json'
import bookmark from './en/bookmark.json'
import business from './en/business.json'
import category from './en/category.json'
import cms from './en/cms.json'
import customer from './en/customer.json'
import dashboard from './en/dashboard.json'
import developer from './en/developer.json'
import domain from './en/domain.json'
import importTexts from './en/import.json'
import notice from './en/notice.json'
import onboarding from './en/onboarding.json'
import order from './en/order.json'
import paymentMethod from './en/payment-method.json'
import product from './en/product.json'
import role from './en/role.json'
import search from './en/search.json'
import shell from './en/shell.json'
import staff from './en/staff.json'
import theme from './en/theme.json'
import ui from './en/ui.json'

/** English, by feature: `t('product.list.title')`. */
export const texts = {
  account, audit, bookmark, business, category, cms, customer, dashboard, developer, domain, import: importTexts, notice, onboarding, order, paymentMethod, product,
  role, search, shell, staff, theme, ui,
}
export type Texts = typeof texts
