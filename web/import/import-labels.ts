import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ImportChange, ImportRow } from '#contract/import/import.ts'
import type { ImportKind, ImportStatus } from '#contract/import/import-state.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { findText, i18next } from '../lib/preference/i18n.ts'
import { useCurrency, useWeightUnit } from '../lib/session/use-current-store.ts'
import type { StatusTone } from '../ui/message/status-badge.tsx'

type ImportFieldChange = z.infer<typeof ImportChange>

export const importStatusTones: Record<ImportStatus, StatusTone> = {
  planning: 'info',
  matching: 'warn',
  planned: 'warn',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}
export const isImportRunning = (status: ImportStatus) =>
  status === 'planning' || status === 'running'

/** Returns whether an import is planned and would change nothing. */
export const hasNoChanges = ({ status, counts }: Pick<ImportRow, 'status' | 'counts'>) =>
  status === 'planned' && counts.create + counts.update === 0

/** The id of the card with the problems, to which the warnings link. */
export const problemCardId = 'import-problems'

/** The list of the imported records. */
export const importListPaths: Record<ImportKind, string> = {
  products: recordListPaths.product,
  orders: recordListPaths.order,
  customers: recordListPaths.customer,
  parcels: recordListPaths.order,
}
const recordByKind = {
  products: 'product',
  orders: 'order',
  customers: 'customer',
  parcels: 'order',
} as const
export const getImportedRecordPath = (kind: ImportKind, id: string) =>
  getRecordPath(recordByKind[kind], id)

/**
 * The texts of the columns without a product field of the same name. Several columns can
 * share a text, such as the parts of an address.
 */
const columnTextKeys = [
  [/^weight:/, 'productField.weight'],
  [/^name$/, 'customer.field.name'],
  [/firstName$/i, 'import.field.firstName'],
  [/lastName$/i, 'import.field.lastName'],
  [/^billingEmail$/, 'customer.field.email'],
  [/^addressPhone$/, 'customer.field.phone'],
  [/^company$/, 'import.field.company'],
  [/^line1$/, 'ui.address.line1'],
  [/^line2$/, 'ui.address.line2'],
  [/^city$/, 'ui.address.city'],
  [/^region/, 'ui.address.region'],
  [/^postalCode$/, 'ui.address.postalCode'],
  [/^country/, 'ui.address.country'],
  [/^acceptsMarketing$/, 'customer.field.acceptsMarketing'],
  [/description/i, 'productField.description'],
  [/^productCategory$/, 'import.field.productCategory'],
  [/^newCategories$/, 'import.field.newCategories'],
  [/^collection$/, 'import.field.collection'],
  [/^type$/, 'productField.productType'],
  [/^published$/, 'import.field.published'],
  [/^orderStatus$/, 'order.list.status'],
  [/^(option|attribute)1/, 'import.field.option1'],
  [/^(option|attribute)2/, 'import.field.option2'],
  [/^(option|attribute)[345]/, 'import.field.option3'],
  [/^lineSku$/, 'productField.sku'],
  [/^inStock$/, 'productField.stock'],
  [/^linePrice$/, 'productField.price'],
  [/compareAt/i, 'productField.compareAtPrice'],
  [/^imagePosition$/, 'import.field.imagePosition'],
  [/^imageAlt$/, 'import.field.imageAlt'],
  [/^variantImage$/, 'import.field.variantImage'],
  [/^image/, 'import.field.image'],
  [/^visibility$/, 'import.field.visibility'],
  [/^salePrice$/, 'import.field.sale'],
  [/^sale/, 'import.field.saleDates'],
  [/^parent$/, 'import.field.parent'],
  [/^(number|orderNumber)$/, 'import.field.number'],
  [/^trackingNumber$/, 'order.tracking.number'],
  [/^carrier$/, 'order.tracking.carrier'],
  [/^box$/, 'parcel.box'],
  [/^(externalId|id)$/, 'import.field.externalId'],
  [/^email$/, 'customer.field.email'],
  [/^phone$/, 'customer.field.phone'],
  [/^customerName$/, 'order.list.customer'],
  [/^currency$/, 'myStore.field.currency'],
  [/^(financialStatus|ownPayment|payment.*|paidTotal)$/, 'order.list.payment'],
  [/fulfillment/i, 'order.list.fulfillment'],
  [/At$/, 'order.list.date'],
  [/^subtotal$/, 'order.totals.subtotal'],
  [/^shipping$/, 'order.totals.shipping'],
  [/^shippingMethod$/, 'order.new.shippingMethod'],
  [/^tax/, 'order.totals.tax'],
  [/^total$/, 'order.totals.total'],
  [/discount/i, 'order.totals.discount'],
  [/^refund/, 'order.totals.refunded'],
  [/^outstanding$/, 'order.totals.balanceDue'],
  [/^unsoldTotal$/, 'order.totals.reduction'],
  [/^quantity$/, 'order.new.quantity'],
  [/^line/, 'import.field.line'],
  [/^billing/, 'order.side.billingAddress'],
  [/^shipping/, 'order.side.shippingAddress'],
  [/^note$/, 'order.side.note'],
  [/^source$/, 'order.filter.source'],
] as const

/** Returns the label of a column: the text of the product's field, or the text of the column. */
export function findColumnLabel(column: string): string | undefined {
  const textKey = columnTextKeys.find(([pattern]) => pattern.test(column))?.[1]
  return findText(`productField.${column}`) ?? (textKey && i18next.t(textKey))
}

/** Returns a function that names a column in the language of the page. */
export function useFieldNameFormatter() {
  useTranslation()
  return (column: string) => findColumnLabel(column) ?? column
}

const moneyFields = ['price', 'compareAtPrice', 'cost']

type ChangeDescription = { subject: string; name: string; from: string; to: string }

/** Returns a function that describes a change: the variant or image, the field and both values. */
export function useChangeFormatter() {
  const formatFieldName = useFieldNameFormatter()
  const formatValue = useValueFormatter()
  const describeImageChange = useImageChangeFormatter()
  const describeVariantChange = useVariantChangeFormatter()
  return (change: ImportFieldChange): ChangeDescription => {
    const { field, from, to } = change
    const [group, ...path] = field.split('.')
    if (group === 'images') return describeImageChange(change, path)
    if (group === 'variants') return describeVariantChange(change, path)
    return {
      subject: '',
      name: formatFieldName(field),
      from: formatValue(field, from),
      to: formatValue(field, to),
    }
  }
}

/** Returns a function that describes an added image, its alt text, or the images of variants. */
function useImageChangeFormatter() {
  const { t } = useTranslation()
  const formatFieldName = useFieldNameFormatter()
  const formatValue = useValueFormatter()
  return ({ field, from, to }: ImportFieldChange, path: readonly string[]): ChangeDescription => {
    if (field === 'images.variants')
      return { subject: '', name: t('import.change.variantImages'), from: '', to: '' }
    if (path.length > 0)
      return {
        subject: getFileName(path.slice(0, -1).join('.')),
        name: formatFieldName('imageAlt'),
        from: formatValue('alt', from),
        to: formatValue('alt', to),
      }
    return {
      subject: '',
      name: formatFieldName('image'),
      from: '',
      to: `${getFileName(String(to))} ${t('import.change.added')}`,
    }
  }
}

/** Returns a function that describes an added or removed variant, or a field of a variant. */
function useVariantChangeFormatter() {
  const { t } = useTranslation()
  const formatFieldName = useFieldNameFormatter()
  const formatValue = useValueFormatter()
  return ({ from, to }: ImportFieldChange, path: readonly string[]): ChangeDescription => {
    const fieldName = path.at(-1) ?? ''
    if ((from === null || to === null) && !isVariantField(fieldName))
      return {
        subject: '',
        name: path.join('.'),
        from: '',
        to: t(to === null ? 'import.change.removed' : 'import.change.added'),
      }
    return {
      subject: path
        .slice(0, -1)
        .join('.')
        .replace(/^default$/, ''),
      name: formatFieldName(fieldName),
      from: formatValue(fieldName, from),
      to: formatValue(fieldName, to),
    }
  }
}

/** Returns a function that formats the value of a field. */
function useValueFormatter() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const weightUnit = useWeightUnit()
  const formatNumber = (field: string, value: number) => {
    if (moneyFields.includes(field)) return format.money(value, currency)
    return field === 'weight' ? format.weight(value, weightUnit) : format.number(value)
  }
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t('import.value.yes') : t('import.value.no')
    if (typeof value === 'number') return formatNumber(field, value)
    if (Array.isArray(value))
      return format.text(format.list(value.map(item => formatListItem(item))))
    return field === 'description' ? toTextLine(String(value)).slice(0, 120) : String(value)
  }
}

const variantFields = [
  'options',
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
  'cost',
  'trackStock',
  'stock',
  'allowBackorder',
  'weight',
]
const isVariantField = (name: string) => variantFields.includes(name)
const getFileName = (url: string) => url.split('?')[0]?.split('/').at(-1) || url

/** Formats a tag, a category path, or an option with its values. */
function formatListItem(value: unknown): string {
  if (Array.isArray(value)) return value.join(' › ')
  if (typeof value === 'object' && value !== null && 'name' in value && 'values' in value)
    return `${String(value.name)} (${Array.isArray(value.values) ? value.values.join(', ') : ''})`
  return String(value)
}
