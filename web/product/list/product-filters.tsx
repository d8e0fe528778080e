import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { useCurrency } from '../../lib/session/use-current-store.ts'
import { toOptions } from '../../lib/to-options.ts'
import type { ListFilter } from '../../list/list-filters.tsx'

const PriceInput = lazy(() =>
  import('../product-price-input.tsx').then(({ PriceInput: Component }) => ({
    default: Component,
  })),
)

/** Returns the filters of the product list with the values that the store uses. */
export function useProductFilters(): ListFilter[] {
  const { t } = useTranslation()
  return [
    useCategoryFilter(),
    {
      key: 'stock',
      label: t('productField.stock'),
      isSingleChoice: true,
      options: toOptions(['in', 'low', 'out'] as const, value =>
        t(`product.filter.stock.${value}`),
      ),
    },
    ...useFacetFilters(),
    ...usePriceFilters(),
    {
      key: 'hasImage',
      label: t('product.filter.image'),
      isSingleChoice: true,
      options: [
        { value: 'true', label: t('product.filter.with') },
        { value: 'false', label: t('product.filter.without') },
      ],
    },
  ]
}

function useCategoryFilter(): ListFilter {
  const { t } = useTranslation()
  const tree =
    useQuery({
      ...queryOptionsFor(categoryApi.getTree, {}),
      enabled: usePermission('category:read'),
    }).data ?? []
  return {
    key: 'category',
    label: t('productField.category'),
    options: tree.map(({ _id, name, depth }) => ({
      value: _id,
      label: `${'— '.repeat(depth - 1)}${name}`,
    })),
  }
}

/** Returns the filters for the vendors, product types and tags of the store. */
function useFacetFilters(): ListFilter[] {
  const { t } = useTranslation()
  const facets = useQuery(queryOptionsFor(productApi.getFacets, {})).data
  return [
    {
      key: 'vendor',
      label: t('productField.vendor'),
      options: toOptions(facets?.vendors ?? []),
    },
    {
      key: 'productType',
      label: t('productField.productType'),
      options: toOptions(facets?.productTypes ?? []),
    },
    {
      key: 'tag',
      label: t('product.filter.tag'),
      options: toOptions(facets?.tags ?? []),
    },
  ]
}

/** Returns the filters for the lowest and the highest price. */
function usePriceFilters(): ListFilter[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return (['priceFrom', 'priceTo'] as const).map(key => ({
    key,
    label: t(`product.filter.${key}`),
    formatValue: value => format.money(Number(value), currency),
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
  }))
}
