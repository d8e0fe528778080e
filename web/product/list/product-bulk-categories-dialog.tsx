import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/product/category.ts'
import { productLimits } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { BulkChangeDialog, type BulkChangeProps } from '../../list/bulk-change-dialog.tsx'

/** A dialog that adds the selected products to categories and removes them from others. */
export function ProductBulkCategoriesDialog(dialog: BulkChangeProps) {
  const { t } = useTranslation()
  const tree = useQuery(queryOptionsFor(categoryApi.getTree, {})).data ?? []
  return (
    <BulkChangeDialog
      title={t('product.bulk.categories')}
      addLabel={t('product.bulk.addTo')}
      removeLabel={t('product.bulk.removeFrom')}
      renderInput={input => (
        <MultiSelect
          {...input}
          data={tree.map(({ _id, name, depth }) => ({
            value: _id,
            label: `${'— '.repeat(depth - 1)}${name}`,
          }))}
          searchable
          maxValues={productLimits.categoriesPerBulkChange}
          nothingFoundMessage={t('ui.list.noResults')}
        />
      )}
      {...dialog}
    />
  )
}
