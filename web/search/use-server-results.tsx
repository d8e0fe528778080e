import {
  IconArrowNarrowRight,
  IconCategory,
  IconSearch,
  IconShoppingCart,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SearchResults, searchApi } from '#contract/store/search.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { findNavigationTarget } from '../lib/navigation/navigation-target.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useCorrectionText } from '../list/use-correction-text.ts'
import { OrderBadge } from '../order-status/order-badges.tsx'
import type { SearchOption, SearchOptionGroup } from './search-option.ts'

const searchableLists = [
  { name: 'orders', to: recordListPaths.order },
  { name: 'products', to: recordListPaths.product },
  { name: 'customers', to: recordListPaths.customer },
  { name: 'categories', to: recordListPaths.category },
] as const

/**
 * Searches on the server. The previous results stay until the next ones arrive. A search is
 * canceled when the text changes.
 */
export function useServerResults(q: string) {
  const { t } = useTranslation()
  const query = useQuery({
    ...queryOptionsFor(searchApi.find, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
  const optionsByList = useResultOptions(query.data)
  const correctionText = useCorrectionText(q, q === '' ? undefined : query.data?.corrections)
  const groups = searchableLists.map(({ name, to }): SearchOptionGroup => {
    const options = optionsByList[name]
    const showAll: SearchOption = {
      id: `all ${name}`,
      title: t(`search.viewAll.${name}`, { q }),
      icon: IconArrowNarrowRight,
      isShowAll: true,
      to: `${to}?q=${encodeURIComponent(q)}`,
    }
    return {
      name,
      label: t(`search.group.${name}`),
      options: options.length ? [...options, showAll] : [],
    }
  })
  return {
    groups: q === '' ? [] : groups.filter(({ options }) => options.length > 0),
    isFetching: query.isFetching,
    isFailed: query.isError,
    correctionText,
  }
}

/**
 * Returns links that search the lists, offered when the palette has no results. The lists also
 * match text inside words.
 */
export function useListSearchOptions(q: string): SearchOption[] {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  return searchableLists
    .filter(({ to }) => {
      const target = findNavigationTarget(to)
      return target && (!target.can || hasPermission(target.can))
    })
    .map(({ name, to }) => ({
      id: `list ${name}`,
      title: t(`search.searchIn.${name}`, { q }),
      icon: IconSearch,
      to: `${to}?q=${encodeURIComponent(q)}`,
    }))
}

function useResultOptions({
  products = [],
  orders = [],
  customers = [],
  categories = [],
}: SearchResults = {}): Record<(typeof searchableLists)[number]['name'], SearchOption[]> {
  const { t } = useTranslation()
  const format = useFormatters()
  return {
    products: products.map(({ _id, title, sku, image }) => ({
      id: `product ${_id}`,
      title,
      details: sku,
      imageUrl: image,
      to: getRecordPath('product', _id),
    })),
    orders: orders.map(({ _id, number, customerName, customerEmail, status, total, currency }) => ({
      id: `order ${_id}`,
      title: number,
      details: format.parts([customerName || customerEmail, format.money(total, currency)]),
      icon: IconShoppingCart,
      badge: <OrderBadge status={status} />,
      to: getRecordPath('order', _id),
    })),
    customers: customers.map(({ _id, name, email, phone }) => ({
      id: `customer ${_id}`,
      title: name || email || phone || t('search.guest'),
      details: format.parts([name && email, phone]),
      icon: IconUser,
      to: getRecordPath('customer', _id),
    })),
    categories: categories.map(({ _id, name, image, parentName }) => ({
      id: `category ${_id}`,
      title: name,
      details: parentName,
      ...(image ? { imageUrl: image } : { icon: IconCategory }),
      to: `${recordListPaths.category}?edit=${_id}`,
    })),
  }
}
