import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ImportChange, ImportKind, ImportStatus } from '#contract/import.ts'
import { useFormatters } from '../lib/formatters.ts'
import { findText } from '../lib/preference/i18n.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import type { StatusTone } from '../ui/page/status-badge.tsx'

type ImportFieldChange = z.infer<typeof ImportChange>

export const importStatusTones: Record<ImportStatus, StatusTone> = {
  planning: 'info',
  planned: 'warn',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}
export const isImportRunning = (status: ImportStatus) =>
  status === 'planning' || status === 'running'

/** The list of the imported records. */
export const importListPaths: Record<ImportKind, string> = {
  products: '/apps/product/list',
  orders: '/apps/order/list',
}
export const getImportedRecordPath = (kind: ImportKind, id: string) =>
  kind === 'products' ? `/apps/product/update/${id}` : `/apps/order/orderDetail/${id}`

/** The text keys of fields. Several fields can share a key, such as the parts of an address. */
const fieldPatterns = [
  [/^slug$/, 'handle'],
  [/^title$/, 'title'],
  [/description/i, 'description'],
  [/^vendor$/, 'vendor'],
  [/^productCategory$/, 'productCategory'],
  [/^collection$/, 'collection'],
  [/^categories$/, 'categories'],
  [/^(productType|type)$/, 'productType'],
  [/^tags$/, 'tags'],
  [/^published$/, 'published'],
  [/^(status|orderStatus)$/, 'status'],
  [/^(option|attribute)1/, 'option1'],
  [/^(option|attribute)2/, 'option2'],
  [/^(option|attribute)[345]/, 'option3'],
  [/^options$/, 'options'],
  [/^(sku|lineSku)$/, 'sku'],
  [/^weight$/, 'weight'],
  [/^trackStock$/, 'trackStock'],
  [/^(stock|inStock)$/, 'stock'],
  [/^allowBackorder$/, 'allowBackorder'],
  [/^(price|linePrice)$/, 'price'],
  [/compareAt/i, 'compareAtPrice'],
  [/^cost$/, 'cost'],
  [/^barcode$/, 'barcode'],
  [/^imagePosition$/, 'imagePosition'],
  [/^(imageAlt|alt)$/, 'imageAlt'],
  [/^variantImage$/, 'variantImage'],
  [/^image/, 'image'],
  [/^visibility$/, 'visibility'],
  [/^salePrice$/, 'sale'],
  [/^sale/, 'saleDates'],
  [/^parent$/, 'parent'],
  [/^number$/, 'number'],
  [/^(externalId|id)$/, 'externalId'],
  [/^email$/, 'email'],
  [/^phone$/, 'phone'],
  [/^customerName$/, 'customer'],
  [/^currency$/, 'currency'],
  [/^(financialStatus|ownPayment|payment.*|paidTotal)$/, 'payment'],
  [/fulfillment/i, 'fulfillment'],
  [/At$/, 'moment'],
  [/^subtotal$/, 'subtotal'],
  [/^(shipping|shippingMethod)$/, 'shipping'],
  [/^tax/, 'tax'],
  [/^total$/, 'total'],
  [/discount/i, 'discount'],
  [/^refunded$/, 'refund'],
  [/^outstanding$/, 'outstanding'],
  [/^quantity$/, 'quantity'],
  [/^line/, 'line'],
  [/^billing/, 'billing'],
  [/^shipping/, 'delivery'],
  [/^note$/, 'note'],
  [/^source$/, 'source'],
] as const

/** Returns a function that names a field in the language of the page. */
export function useFieldNameFormatter() {
  const { t } = useTranslation()
  return (field: string) => {
    const seo = field === 'seoTitle' || field === 'seoDescription' ? field : undefined
    const name = seo ?? fieldPatterns.find(([pattern]) => pattern.test(field))?.[1]
    if (name) return t(`import.field.${name}`)
    return findText(`product.field.${field}`) ?? field
  }
}

const moneyFields = ['price', 'compareAtPrice', 'cost']

/** Returns a function that describes a change: the variant or image, the field and both values. */
export function useChangeFormatter() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const formatFieldName = useFieldNameFormatter()
  const formatNumber = (field: string, value: number) => {
    if (moneyFields.includes(field)) return format.money(value, currency)
    return field === 'weight'
      ? t('import.value.grams', { n: format.number(value) })
      : format.number(value)
  }
  const formatValue = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t('import.value.yes') : t('import.value.no')
    if (typeof value === 'number') return formatNumber(field, value)
    if (Array.isArray(value))
      return format.text(format.list(value.map(item => formatListItem(item))))
    return field === 'description' ? toPlainText(String(value)) : String(value)
  }
  return ({ field, from, to }: ImportFieldChange) => {
    if (field === 'images.variants')
      return { subject: '', name: t('import.change.variantImages'), from: '', to: '' }
    const [group, ...rest] = field.split('.')
    const lastSegment = rest.at(-1) ?? ''
    if (group === 'images' && rest.length > 0)
      return {
        subject: getFileName(rest.slice(0, -1).join('.')),
        name: formatFieldName('imageAlt'),
        from: formatValue('alt', from),
        to: formatValue('alt', to),
      }
    if (group === 'images')
      return {
        subject: '',
        name: formatFieldName('image'),
        from: '',
        to: `${getFileName(String(to))} ${t('import.change.added')}`,
      }
    if (group === 'variants' && (from === null || to === null) && !isVariantField(lastSegment))
      return {
        subject: '',
        name: rest.join('.'),
        from: '',
        to: t(to === null ? 'import.change.removed' : 'import.change.added'),
      }
    if (group === 'variants')
      return {
        subject: rest
          .slice(0, -1)
          .join('.')
          .replace(/^default$/, ''),
        name: formatFieldName(lastSegment),
        from: formatValue(lastSegment, from),
        to: formatValue(lastSegment, to),
      }
    return {
      subject: '',
      name: formatFieldName(field),
      from: formatValue(field, from),
      to: formatValue(field, to),
    }
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
const toPlainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

/** Formats a tag, a category path, or an option with its values. */
function formatListItem(value: unknown): string {
  if (Array.isArray(value)) return value.join(' › ')
  if (typeof value === 'object' && value !== null && 'name' in value && 'values' in value)
    return `${String(value.name)} (${Array.isArray(value.values) ? value.values.join(', ') : ''})`
  return String(value)
}
