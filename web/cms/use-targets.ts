import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/category.ts'
import { cmsApi } from '#contract/cms.ts'
import { productApi } from '#contract/product.ts'
import { queryOf } from '../lib/call/api.ts'
import { useCan } from '../lib/session/can.tsx'
import type { Option } from '../ui/form/choice-field.tsx'

/** What content can lead to or show: pages, categories, and products, of which there may be many and so are searched. */
export function useTargets() {
  const { t } = useTranslation()
  const [typed, search] = useState('')
  const [q] = useDebouncedValue(typed, 250)
  const pages = useQuery(queryOf(cmsApi.listPages, { query: { perPage: 100 } }))
  const categories = useQuery({
    ...queryOf(categoryApi.getTree, {}),
    enabled: useCan('category:read'),
  })
  const products = useQuery({
    ...queryOf(productApi.list, { query: { perPage: 50, q } }),
    enabled: useCan('product:read'),
    placeholderData: keepPreviousData,
  })
  const withChosen =
    (options: Option[]) =>
    (chosen: readonly string[]): Option[] => [
      ...options,
      ...chosen
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
    page: { options: page, withChosen: withChosen(page) },
    category: { options: category, withChosen: withChosen(category) },
    product: { options: product, withChosen: withChosen(product), search },
  }
}
