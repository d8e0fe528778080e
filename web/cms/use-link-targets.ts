import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/category.ts'
import { cmsApi } from '#contract/cms.ts'
import { productApi } from '#contract/product.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import type { ChoiceOption } from '../ui/form/choice-field.tsx'

/** What content can lead to or show: pages, categories, and products, of which there may be many and so are searched. */
export function useLinkTargets() {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const [q] = useDebouncedValue(searchText, 250)
  const pages = useQuery(queryOptionsFor(cmsApi.listPages, { query: { perPage: 100 } }))
  const categories = useQuery({
    ...queryOptionsFor(categoryApi.getTree, {}),
    enabled: usePermission('category:read'),
  })
  const products = useQuery({
    ...queryOptionsFor(productApi.list, { query: { perPage: 50, q } }),
    enabled: usePermission('product:read'),
    placeholderData: keepPreviousData,
  })
  const withSelected =
    (options: ChoiceOption[]) =>
    (selectedIds: readonly string[]): ChoiceOption[] => [
      ...options,
      ...selectedIds
        .filter(id => id !== '' && !options.some(option => option.value === id))
        .map(id => ({ value: id, label: t('cms.nav.unknown') })),
    ]
  const page = pages.data?.items.map(({ _id, title }) => ({ value: _id, label: title })) ?? []
  const category =
    categories.data?.map(({ _id, name, depth }) => ({
      value: _id,
      label: `${' '.repeat((depth - 1) * 3)}${name}`,
    })) ?? []
  const product = products.data?.items.map(({ _id, title }) => ({ value: _id, label: title })) ?? []
  return {
    page: { options: page, withSelected: withSelected(page) },
    category: { options: category, withSelected: withSelected(category) },
    product: { options: product, withSelected: withSelected(product), search: setSearchText },
  }
}
