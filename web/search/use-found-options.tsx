import {
  IconArrowNarrowRight,
  IconCategory,
  IconSearch,
  IconShoppingCart,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SearchResults, searchApi } from '#contract/search.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { useMay } from '../lib/session/session.ts'
import { OrderBadge } from '../order-status/order-badges.tsx'
import type { Option, OptionGroup } from './search-option.ts'

const lists = [
  { name: 'orders', to: '/apps/order/list', can: 'order:read' },
  { name: 'products', to: '/apps/product/list', can: 'product:read' },
  { name: 'customers', to: '/apps/customer/list', can: 'customer:read' },
  { name: 'categories', to: '/apps/category/list', can: 'category:read' },
] as const

/** What the server finds. The last answer stays while the next is on its way, and a search overtaken by typing is broken off. */
export function useFoundOptions(q: string) {
  const { t } = useTranslation()
  const found = useQuery({
    ...queryOf(searchApi.find, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
  const rows = useRows(found.data)
  const groups = lists.map(({ name, to }): OptionGroup => {
    const options = rows[name]
    const all: Option = {
      id: `all ${name}`,
      title: t(`search.all.${name}`, { q }),
      icon: IconArrowNarrowRight,
      isWay: true,
      to: `${to}?q=${encodeURIComponent(q)}`,
    }
    return {
      name,
      label: t(`search.group.${name}`),
      options: options.length ? [...options, all] : [],
    }
  })
  return {
    groups: q === '' ? [] : groups.filter(({ options }) => options.length > 0),
    isFetching: found.isFetching,
    isFailed: found.isError,
  }
}

/** Where else to look when nothing was found: the lists, which also look inside words. */
export function useListOptions(q: string): Option[] {
  const { t } = useTranslation()
  const may = useMay()
  return lists
    .filter(({ can }) => may(can))
    .map(({ name, to }) => ({
      id: `list ${name}`,
      title: t(`search.lookIn.${name}`, { q }),
      icon: IconSearch,
      to: `${to}?q=${encodeURIComponent(q)}`,
    }))
}

function useRows({
  products = [],
  orders = [],
  customers = [],
  categories = [],
}: SearchResults = {}): Record<(typeof lists)[number]['name'], Option[]> {
  const { t } = useTranslation()
  const format = useFormat()
  return {
    products: products.map(({ _id, title, sku, image }) => ({
      id: `product ${_id}`,
      title,
      line: sku,
      picture: image,
      to: `/apps/product/update/${_id}`,
    })),
    orders: orders.map(({ _id, number, customerName, customerEmail, status, total, currency }) => ({
      id: `order ${_id}`,
      title: number,
      line: [customerName || customerEmail, format.money(total, currency)]
        .filter(Boolean)
        .join(' · '),
      icon: IconShoppingCart,
      aside: <OrderBadge status={status} />,
      to: `/apps/order/orderDetail/${_id}`,
    })),
    customers: customers.map(({ _id, name, email, phone }) => ({
      id: `customer ${_id}`,
      title: name || email || phone || t('search.noName'),
      line: [name && email, phone].filter(Boolean).join(' · '),
      icon: IconUser,
      to: `/apps/customer/view/${_id}`,
    })),
    categories: categories.map(({ _id, name, image, parentName }) => ({
      id: `category ${_id}`,
      title: name,
      line: parentName,
      ...(image ? { picture: image } : { icon: IconCategory }),
      to: `/apps/category/list?edit=${_id}`,
    })),
  }
}
