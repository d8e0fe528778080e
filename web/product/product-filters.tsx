import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/category.ts'
import { productApi } from '#contract/product.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { useCan } from '../lib/session/can.tsx'
import { useStore } from '../lib/session/use-store.ts'
import type { Filter } from '../list/list-filters.tsx'

const PriceInput = lazy(() =>
  import('./product-price-input.tsx').then(({ PriceInput: Component }) => ({ default: Component })),
)

/** What the list can be cut by, with the values that this store uses. */
export function useProductFilters(): Filter[] {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useStore()?.currency ?? 'USD'
  const facets = useQuery(queryOf(productApi.getFacets, {})).data
  const tree =
    useQuery({ ...queryOf(categoryApi.getTree, {}), enabled: useCan('category:read') }).data ?? []
  const named = (values: readonly string[] = []) => values.map(value => ({ value, label: value }))
  const price = (key: 'priceFrom' | 'priceTo'): Filter => ({
    key,
    label: t(`product.filter.${key}`),
    say: value => format.money(Number(value), currency),
    render: (value, onChange) => (
      <Suspense>
        <PriceInput
          label={t(`product.filter.${key}`)}
          currency={currency}
          value={value}
          onChange={onChange}
        />
      </Suspense>
    ),
  })
  return [
    {
      key: 'category',
      label: t('product.field.category'),
      single: true,
      options: tree.map(({ _id, name, depth }) => ({
        value: _id,
        label: `${'— '.repeat(depth - 1)}${name}`,
      })),
    },
    {
      key: 'stock',
      label: t('product.field.stock'),
      single: true,
      options: (['in', 'low', 'out'] as const).map(value => ({
        value,
        label: t(`product.filter.stock.${value}`),
      })),
    },
    {
      key: 'vendor',
      label: t('product.field.vendor'),
      single: true,
      options: named(facets?.vendors),
    },
    {
      key: 'productType',
      label: t('product.field.productType'),
      single: true,
      options: named(facets?.productTypes),
    },
    { key: 'tag', label: t('product.filter.tag'), single: true, options: named(facets?.tags) },
    price('priceFrom'),
    price('priceTo'),
    {
      key: 'hasImage',
      label: t('product.filter.image'),
      single: true,
      options: [
        { value: 'true', label: t('product.filter.with') },
        { value: 'false', label: t('product.filter.without') },
      ],
    },
  ]
}
