import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { customerApi } from '#contract/customer/customer.ts'
import type { OrderListQuery } from '#contract/order/order-filter.ts'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import type { ListFilter } from '../../list/list-filters.tsx'
import { CustomerSearch } from '../new/customer-search.tsx'
import { ProductSearch } from './product-search.tsx'

/** Returns the filters for the orders of a customer and for those that contain a product. */
export function useRecordFilters(
  query: Pick<OrderListQuery, 'customer' | 'product'>,
): ListFilter[] {
  const { t } = useTranslation()
  const [customerName, productName] = [
    useCustomerName(query.customer),
    useProductName(query.product),
  ]
  const [canReadCustomers, canReadProducts] = [
    usePermission('customer:read'),
    usePermission('product:read'),
  ]
  const customerFilter: ListFilter = {
    key: 'customer',
    label: t('order.list.customer'),
    closesOnChange: true,
    formatValue: () => customerName ?? t('order.filter.selectedRecord'),
    render: (_value, onChange) => (
      <CustomerSearch isInPopover onSelect={({ _id }) => onChange(_id)} />
    ),
  }
  const productFilter: ListFilter = {
    key: 'product',
    label: t('order.filter.product'),
    closesOnChange: true,
    formatValue: () => productName ?? t('order.filter.selectedRecord'),
    render: (_value, onChange) => <ProductSearch onSelect={({ _id }) => onChange(_id)} />,
  }
  return [
    ...(canReadCustomers ? [customerFilter] : []),
    ...(canReadProducts ? [productFilter] : []),
  ]
}

function useCustomerName(id = ''): string | undefined {
  const { data } = useQuery({
    ...queryOptionsFor(customerApi.get, { params: { id } }),
    enabled: usePermission('customer:read') && id !== '',
  })
  return data && (data.name || data.email || data.phone)
}

function useProductName(id = ''): string | undefined {
  const { data } = useQuery({
    ...queryOptionsFor(productApi.get, { params: { id } }),
    enabled: usePermission('product:read') && id !== '',
  })
  return data?.title
}
