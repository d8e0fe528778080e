import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { findText } from '../lib/preference/i18n.ts'

/**
 * The text prefix of each record's form, so that the audit labels fields as the form does.
 */
const formTextPrefixes: Record<string, string> = {
  business: 'myStore.field',
  automation: 'campaign.field',
  campaign: 'campaign.field',
  category: 'category.form',
  customer: 'customer.field',
  discount: 'discount',
  page: 'cms.pageForm',
  post: 'post.field',
  faq_question: 'faq.field',
  search_rule: 'searchRule.field',
  product: 'productField',
  variant: 'productField',
}
const toCamelCase = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const findEntityLabel = (entity: string) => findText(`audit.entity.${entity}`)

/** Columns whose names have changed. Entries from before keep the earlier name. */
const renamedColumns: Record<string, string> = {
  cancelled_at: 'canceled_at',
  extra: 'additional_amount',
  units: 'disposition',
}

/** Returns the label of a column from its form, or from the audit if no form has it. */
export function findFieldLabel(entity: string, column: string): string | undefined {
  const prefix = formTextPrefixes[entity]
  const formLabel = prefix && findText(`${prefix}.${toCamelCase(column)}`)
  return formLabel || findText(`audit.field.${renamedColumns[column] ?? column}`)
}

/** Fields that hold an amount in minor units. */
export const moneyFields: ReadonlySet<string> = new Set([
  'price',
  'compare_at_price',
  'cost',
  'subtotal',
  'discount_total',
  'shipping_total',
  'shipping_tax',
  'tax_total',
  'total',
  'paid_total',
  'refunded_total',
  'refunded_overpayment',
  'refunded_net',
  'unsold_total',
  'overpayment',
  'unit_price',
  'discount',
  'entered_discount',
  'tax',
  'amount',
  'minimum_amount',
  'shipping',
  'additional_amount',
  'fee',
  'postage',
  'credited_total',
])

/** Kinds of exported data that have a label. */
export const auditExportKinds = ['product', 'order', 'customer', 'staff', 'audit'] as const

/** The pages of audited records. The audit calls a store business. */
const recordPages: Record<string, Parameters<typeof getRecordPath>[0]> = {
  product: 'product',
  order: 'order',
  customer: 'customer',
  business: 'store',
}
const entityListPaths: Record<string, string> = {
  category: recordListPaths.category,
  domain: recordListPaths.domain,
  payment_method: '/apps/payment',
  shipping_zone: '/apps/settings/shipping',
  tax_class: '/apps/settings/taxes',
  discount: '/apps/discount/list',
  review: recordListPaths.review,
  automation: '/apps/campaign/automations',
  campaign: '/apps/campaign/list',
  segment: '/apps/campaign/segments',
  email_suppression: '/apps/campaign/suppressions',
  task: recordListPaths.task,
  calendar_event: recordListPaths.calendar,
  faq_question: '/apps/faq/list',
  search_rule: '/apps/product/search-rules',
  cms: '/apps/cms',
}

/** Returns the path of the page that shows an audited record, or undefined if there is none. */
export const findAuditRecordPath = ({
  entity,
  _id,
}: {
  entity: string
  _id: string
}): string | undefined => {
  const page = recordPages[entity]
  return page ? getRecordPath(page, _id) : entityListPaths[entity]
}
