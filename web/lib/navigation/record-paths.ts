/** The page of a record of each type, with the path of its route. */
export const recordPagePaths = {
  campaign: '/apps/campaign/edit/:id',
  conversation: '/apps/email/view/:id',
  customer: '/apps/customer/view/:id',
  import: '/apps/import/:id',
  invoice: '/apps/invoice/view/:id',
  order: '/apps/order/orderDetail/:id',
  post: '/apps/blog/edit/:id',
  product: '/apps/product/update/:id',
  return: '/apps/return/view/:id',
  store: '/apps/myStore/update/:id',
  webhook: '/apps/developers/webhook/:id',
} as const

/** The list of the records of each type. */
export const recordListPaths = {
  calendar: '/apps/calendar',
  cart: '/apps/cart/list',
  category: '/apps/category/list',
  conversation: '/apps/email/inbox',
  customer: '/apps/customer/list',
  domain: '/apps/domains/list',
  invoice: '/apps/invoice/list',
  order: '/apps/order/list',
  post: '/apps/blog/list',
  product: '/apps/product/list',
  productAlert: '/apps/marketing/alerts',
  return: '/apps/return/list',
  review: '/apps/review/list',
  subscriber: '/apps/marketing/subscribers',
  task: '/apps/todo/my-day',
} as const

type RecordType = keyof typeof recordPagePaths

/** Returns the path of the page of a record. */
export const getRecordPath = (type: RecordType, id: string) =>
  recordPagePaths[type].replace(':id', id)
