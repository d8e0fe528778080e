import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { type ProductListRow, productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { SearchSelect } from '../../ui/field/search-select.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'

/** Finds a product for a filter, also one that is archived. */
export function ProductSearch({ onSelect }: { onSelect: (product: ProductListRow) => void }) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const results = useQuery({
    ...queryOptionsFor(productApi.list, { query: { q: searchText } }),
    placeholderData: keepPreviousData,
  })
  return (
    <SearchSelect
      label={t('order.filter.searchProducts')}
      placeholder={t('order.filter.searchProducts')}
      results={results.data?.items}
      onSearch={setSearchText}
      onSelect={onSelect}
      isInPopover
      renderItem={({ title, image, sku }) => (
        <EntityCell
          title={title}
          details={sku}
          imageUrl={image ? getSizedImageUrl(image, 160) : null}
        />
      )}
    />
  )
}
