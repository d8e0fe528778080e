import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProductStatus, productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { BulkTagsDialog } from '../../list/bulk-tags-dialog.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ProductBulkCategoriesDialog } from './product-bulk-categories-dialog.tsx'

const bulkStatuses: ProductStatus[] = ['active', 'draft', 'archived']

/** The bulk actions of the product list. */
export function ProductBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const updateStatus = useBulkAction(
    productApi.bulkUpdateStatus,
    selection,
    'ui.bulk.success.productsUpdated',
  )
  const updateTags = useBulkAction(
    productApi.bulkUpdateTags,
    selection,
    'ui.bulk.success.productsUpdated',
  )
  const updateCategories = useBulkAction(
    productApi.bulkUpdateCategories,
    selection,
    'ui.bulk.success.productsUpdated',
  )
  const remove = useBulkAction(productApi.bulkDelete, selection, 'ui.bulk.success.productsDeleted')
  const [openDialog, setOpenDialog] = useState<'delete' | 'tags' | 'categories'>()
  const facets = useQuery({
    ...queryOptionsFor(productApi.getFacets, {}),
    enabled: openDialog === 'tags',
  }).data
  const close = () => setOpenDialog(undefined)
  const { isBusy, count } = selection
  if (!usePermission('product:write')) return null
  return (
    <>
      {bulkStatuses.map(status => (
        <Button
          key={status}
          variant="default"
          size="compact-sm"
          disabled={isBusy}
          loading={updateStatus.isPending && updateStatus.variables?.status === status}
          onClick={() => updateStatus.mutate({ status })}
        >
          {t(`product.bulk.${status}`)}
        </Button>
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            disabled={isBusy}
            loading={updateTags.isPending || updateCategories.isPending}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('product.list.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpenDialog('tags')}>{t('ui.bulk.tags')}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('categories')}>
            {t('product.bulk.categories')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={isBusy}
        onClick={() => setOpenDialog('delete')}
      >
        {t('product.bulk.delete')}
      </Button>
      {openDialog === 'tags' && (
        <BulkTagsDialog
          count={selection.count}
          suggestions={facets?.tags}
          isBusy={updateTags.isPending}
          onClose={close}
          onApply={change => updateTags.mutate(change, { onSettled: close })}
        />
      )}
      {openDialog === 'categories' && (
        <ProductBulkCategoriesDialog
          count={selection.count}
          isBusy={updateCategories.isPending}
          onClose={close}
          onApply={change => updateCategories.mutate(change, { onSettled: close })}
        />
      )}
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        title={t('product.bulk.deleteTitle', { count, n: format.number(count) })}
        confirmLabel={t('product.bulk.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({}, { onSettled: close })}
      >
        {t('product.edit.deleteText')}
      </ConfirmDialog>
    </>
  )
}
