import { useTranslation } from 'react-i18next'
import {
  cancelReasons,
  FulfillmentStatus,
  OrderStatus,
  orderSources,
  PaymentStatus,
  recordedPaymentMethods,
} from '#contract/order/order-state.ts'
import { CategoryStatus } from '#contract/product/category.ts'
import { ProductStatus } from '#contract/product/product.ts'
import { StaffStatus } from '#contract/staff/staff.ts'
import { StoreStatus } from '#contract/store/store.ts'
import { useCountryName } from '../lib/country-name.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'

export const humanize = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
export const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Returns whether a path such as `ability.product` holds the permission for a subject. */
export const isPermissionPath = (path: string) => /^(ability|abilities|permissions)\./.test(path)

/** Translates the codes of a field, such as `bank`; returns any other text unchanged. */
export function useCodeFormatter() {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const formatStatus = (status: string) => {
    const order = OrderStatus.safeParse(status).data
    if (order) return t(`ui.orderStatus.${order}`)
    const product = ProductStatus.safeParse(status).data
    if (product) return t(`product.status.${product}`)
    const staff = StaffStatus.safeParse(status).data
    if (staff) return t(`staff.status.${staff}`)
    const category = CategoryStatus.safeParse(status).data
    if (category) return t(`category.status.${category}`)
    const store = StoreStatus.safeParse(status).data
    return store ? t(`myStore.status.${store}`) : formatCode(status)
  }
  const formatPaymentStatus = (value: string) => {
    const status = PaymentStatus.safeParse(value).data
    return status ? t(`ui.paymentStatus.${status}`) : value
  }
  const formatFulfillmentStatus = (value: string) => {
    const status = FulfillmentStatus.safeParse(value).data
    return status ? t(`ui.fulfillmentStatus.${status}`) : value
  }
  const formatDetail = useDetailFormatter()
  return (field: string, value: string) => {
    if (field === 'payment_status') return formatPaymentStatus(value)
    if (field === 'fulfillment_status') return formatFulfillmentStatus(value)
    if (field === 'status' || field === 'previous_status') return formatStatus(value)
    if (field === 'role') return formatRoleName(value)
    if (isPermissionPath(field)) return t(value === 'write' ? 'role.grid.write' : 'role.grid.read')
    return formatDetail(field.split('.').at(-1) ?? '', value) ?? formatCode(value)
  }
}

/** Formats a code without a label, such as `status_changed`, as words. */
const formatCode = (value: string) =>
  /^[a-z]+(_[a-z]+)+$/.test(value) ? capitalize(humanize(value)) : value

/** Returns a function that translates the codes of payments, orders, addresses and domains. */
function useDetailFormatter() {
  const { t } = useTranslation()
  const getCountryName = useCountryName()
  const formatKind = (value: string) => {
    if (value === 'payment' || value === 'refund') return t(`audit.value.${value}`)
    if (value === 'custom') return t('domain.list.customDomain')
    return value === 'subdomain' ? t('domain.list.freeDomain') : undefined
  }
  return (name: string, value: string): string | undefined => {
    if (name === 'kind') return formatKind(value)
    if (name === 'country') return getCountryName(value)
    const method = recordedPaymentMethods.find(code => code === value)
    if (name === 'method' && method) return t(`order.method.${method}`)
    const source = orderSources.find(code => code === value)
    if (name === 'source' && source) return t(`order.source.${source}`)
    const reason = cancelReasons.find(code => code === value)
    if (/^(cancel_)?reason$/.test(name) && reason) return t(`order.reason.${reason}`)
    return undefined
  }
}
