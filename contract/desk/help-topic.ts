import { z } from 'zod'

export const HelpCategory = z.enum([
  'start',
  'orders',
  'products',
  'customers',
  'onlineStore',
  'settings',
])
export type HelpCategory = z.infer<typeof HelpCategory>

/** The topics of help in their order. The file `help/<language>/<name>.md` has the text of each. */
export const HelpTopicName = z.enum([
  'dashboard',
  'getting-around',
  'account',
  'plan',
  'tasks',
  'calendar',
  'orders',
  'order-details',
  'create-orders',
  'print-orders',
  'returns',
  'invoices',
  'carts',
  'products',
  'edit-products',
  'categories',
  'discounts',
  'reviews',
  'imports',
  'inbox',
  'chat',
  'customers',
  'subscribers',
  'campaign',
  'automation',
  'content',
  'blog',
  'redirects',
  'search-engines',
  'themes',
  'stores',
  'domains',
  'payments',
  'shipping',
  'order-emails',
  'taxes',
  'staff',
  'developers',
  'activity-log',
])
export type HelpTopicName = z.infer<typeof HelpTopicName>

/**
 * The category of each topic, and the pages that it explains. Each page of the back office has one
 * topic.
 */
export const helpTopics: Record<
  HelpTopicName,
  { category: HelpCategory; pages: readonly string[] }
> = {
  dashboard: { category: 'start', pages: ['/dashboard', '/dashboard2'] },
  'getting-around': {
    category: 'start',
    pages: [
      '/apps/help',
      '/apps/help/:topic',
      '/apps/settings',
      '/apps/seo',
      '/apps/blogs',
      '/apps/marketing',
      '/apps/coming-soon',
    ],
  },
  account: { category: 'start', pages: ['/apps/account', '/apps/profile', '/lock-screen'] },
  plan: { category: 'start', pages: ['/apps/plan'] },
  tasks: { category: 'start', pages: ['/apps/todo/my-day', '/apps/todo/:view'] },
  calendar: { category: 'start', pages: ['/apps/calendar'] },
  orders: { category: 'orders', pages: ['/apps/order/list'] },
  'order-details': { category: 'orders', pages: ['/apps/order/orderDetail/:id'] },
  'create-orders': {
    category: 'orders',
    pages: ['/apps/order/create', '/apps/order/items/:id'],
  },
  'print-orders': { category: 'orders', pages: ['/apps/order/print/:id'] },
  returns: { category: 'orders', pages: ['/apps/return/list', '/apps/return/view/:id'] },
  invoices: {
    category: 'orders',
    pages: ['/apps/invoice/list', '/apps/invoice/view/:id', '/apps/invoice/edit/:id'],
  },
  carts: { category: 'orders', pages: ['/apps/cart/list'] },
  products: { category: 'products', pages: ['/apps/product/list'] },
  'edit-products': {
    category: 'products',
    pages: ['/apps/product/create', '/apps/product/update/:id'],
  },
  categories: { category: 'products', pages: ['/apps/category/list'] },
  discounts: { category: 'products', pages: ['/apps/discount/list'] },
  reviews: { category: 'products', pages: ['/apps/review/list'] },
  imports: { category: 'products', pages: ['/apps/import', '/apps/import/:id'] },
  inbox: {
    category: 'customers',
    pages: [
      '/apps/email/inbox',
      '/apps/email/unfiled',
      '/apps/email/:folder',
      '/apps/email/view/:id',
    ],
  },
  chat: { category: 'customers', pages: ['/apps/chat', '/apps/chat/:id'] },
  customers: {
    category: 'customers',
    pages: ['/apps/customer/list', '/apps/customer/create', '/apps/customer/view/:id'],
  },
  subscribers: {
    category: 'customers',
    pages: ['/apps/marketing/subscribers', '/apps/marketing/alerts'],
  },
  automation: { category: 'customers', pages: ['/apps/campaign/automations'] },
  campaign: {
    category: 'customers',
    pages: [
      '/apps/campaign/list',
      '/apps/campaign/create',
      '/apps/campaign/edit/:id',
      '/apps/campaign/segments',
      '/apps/campaign/suppressions',
    ],
  },
  content: {
    category: 'onlineStore',
    pages: [
      '/apps/cms',
      '/apps/page/new/create',
      '/apps/page/:slug/update',
      '/apps/page/:slug',
      '/apps/faq/list',
    ],
  },
  blog: {
    category: 'onlineStore',
    pages: ['/apps/blog/list', '/apps/blog/create', '/apps/blog/edit/:id'],
  },
  redirects: { category: 'onlineStore', pages: ['/apps/cms/redirects'] },
  'search-engines': {
    category: 'onlineStore',
    pages: ['/apps/search', '/apps/product/search-rules'],
  },
  themes: {
    category: 'onlineStore',
    pages: ['/apps/themes', '/apps/themes/customise/:id'],
  },
  stores: {
    category: 'onlineStore',
    pages: [
      '/apps/myStore/list',
      '/apps/myStore/create',
      '/apps/myStore/update/:id',
      '/apps/settings/store',
    ],
  },
  domains: { category: 'onlineStore', pages: ['/apps/domains/list'] },
  payments: { category: 'settings', pages: ['/apps/payment'] },
  shipping: { category: 'settings', pages: ['/apps/settings/shipping'] },
  'order-emails': { category: 'settings', pages: ['/apps/settings/notifications'] },
  taxes: { category: 'settings', pages: ['/apps/settings/taxes'] },
  staff: {
    category: 'settings',
    pages: [
      '/apps/staff/list',
      '/apps/staff/view/:id',
      '/apps/staff/ownership/:id',
      '/apps/roles',
      '/apps/permissions',
    ],
  },
  developers: {
    category: 'settings',
    pages: ['/apps/developers', '/apps/developers/webhook/:id'],
  },
  'activity-log': { category: 'settings', pages: ['/apps/audit'] },
}
