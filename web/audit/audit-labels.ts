import { useTranslation } from 'react-i18next'
import type { AuditChange } from '#contract/audit.ts'
import { BusinessStatus } from '#contract/business.ts'
import { subjects } from '#contract/lib/permission.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order-state.ts'
import { ProductStatus } from '#contract/product.ts'
import { StaffStatus } from '#contract/staff.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { findEntityLabel, findFieldLabel, moneyFields } from './audit-fields.ts'

const humanize = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

const isTimestamp = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)
const isNamedRecord = (value: unknown): value is { name: string } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  '_id' in value &&
  typeof value.name === 'string'

/** Returns whether a path such as `ability.product` holds the permission for a subject. */
const isPermissionPath = (path: string) => /^(ability|abilities|permissions)\./.test(path)

export const isEmptyValue = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Returns the name of a kind of record as it appears inside a sentence. */
const formatEntityInline = (entity: string) => findEntityLabel(entity) ?? humanize(entity)
const formatFieldPart = (entity: string, name: string) =>
  findFieldLabel(entity, name) ?? capitalize(humanize(name))

/** Returns functions that format the kinds, fields and values of audit entries. */
export function useAuditLabels() {
  const formatField = useFieldFormatter()
  const formatValue = useValueFormatter()
  return {
    formatEntity: (entity: string) => capitalize(formatEntityInline(entity)),
    formatEntityInline,
    formatField,
    formatValue,
  }
}

/** Formats the path `address.city` as "Address › City". */
function useFieldFormatter() {
  const { t } = useTranslation()
  const formatSubject = (name: string) => {
    const match = subjects.find(subject => subject === name)
    return match ? t(`role.subject.${match}.name`) : t('role.fullAccessLabel')
  }
  return (entity: string, path: string) =>
    path
      .split('.')
      .map((name, index) =>
        index > 0 && isPermissionPath(path) ? formatSubject(name) : formatFieldPart(entity, name),
      )
      .join(' › ')
}

/** Formats one side of a change by its type, and by its field where the type is not enough. */
function useValueFormatter() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const formatCode = useCodeFormatter()
  const formatNumber = (field: string, value: number) =>
    moneyFields.has(field) ? format.money(value, currency) : format.number(value)
  const formatArray = (values: readonly unknown[]) =>
    values.every(value => typeof value === 'string' || typeof value === 'number')
      ? format.list(values.map(String))
      : JSON.stringify(values)
  return ({ field, ...sides }: AuditChange, side: 'before' | 'after'): string => {
    const value = sides[side]
    if (isEmptyValue(value)) return t('audit.empty')
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
    if (typeof value === 'number') return formatNumber(field, value)
    if (isTimestamp(value)) return format.dateTime(value)
    if (typeof value === 'string') return formatCode(field, value)
    if (isNamedRecord(value)) return value.name
    return Array.isArray(value) ? formatArray(value) : JSON.stringify(value)
  }
}

/** Translates a status, role or permission; returns any other text unchanged. */
function useCodeFormatter() {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const formatStatus = (status: string) => {
    const order = OrderStatus.safeParse(status).data
    if (order) return t(`ui.orderStatus.${order}`)
    const product = ProductStatus.safeParse(status).data
    if (product) return t(`product.status.${product}`)
    const staff = StaffStatus.safeParse(status).data
    if (staff) return t(`staff.status.${staff}`)
    const store = BusinessStatus.safeParse(status).data
    return store ? t(`business.status.${store}`) : status
  }
  const formatPaymentStatus = (value: string) => {
    const status = PaymentStatus.safeParse(value).data
    return status ? t(`ui.paymentStatus.${status}`) : value
  }
  const formatFulfillmentStatus = (value: string) => {
    const status = FulfillmentStatus.safeParse(value).data
    return status ? t(`ui.fulfillmentStatus.${status}`) : value
  }
  return (field: string, value: string) => {
    if (field === 'payment_status') return formatPaymentStatus(value)
    if (field === 'fulfillment_status') return formatFulfillmentStatus(value)
    if (field === 'status' || field === 'previous_status') return formatStatus(value)
    if (field === 'role') return formatRoleName(value)
    if (isPermissionPath(field)) return t(value === 'write' ? 'role.grid.write' : 'role.grid.read')
    return value
  }
}
