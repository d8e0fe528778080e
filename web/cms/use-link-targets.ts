import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import type { ChoiceOption } from '../ui/field/choice-field.tsx'

/**
 * Returns the pages, categories and products to link to. Products are searched, because a store can
 * have many.
 */
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
  /** Adds selected ids that the options do not contain, such as deleted products. */
  const withSelected =
    (options: ChoiceOption[]) =>
    (selectedIds: readonly string[]): ChoiceOption[] => [
      ...options,
      ...selectedIds
        .filter(id => id !== '' && !options.some(option => option.value === id))
        .map(id => ({ value: id, label: t('cms.nav.deleted') })),
    ]
  const pageOptions =
    pages.data?.items.map(({ _id, title }) => ({ value: _id, label: title })) ?? []
  const categoryOptions =
    categories.data?.map(({ _id, name, depth }) => ({
      value: _id,
      label: `${' '.repeat((depth - 1) * 3)}${name}`,
    })) ?? []
  const productOptions =
    products.data?.items.map(({ _id, title }) => ({ value: _id, label: title })) ?? []
  return {
    page: { options: pageOptions, withSelected: withSelected(pageOptions) },
    category: { options: categoryOptions, withSelected: withSelected(categoryOptions) },
    product: {
      options: productOptions,
      withSelected: withSelected(productOptions),
      search: setSearchText,
    },
  }
}
