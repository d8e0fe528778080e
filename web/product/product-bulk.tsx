import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProductStatus, productApi } from '#contract/product.ts'
import { queryOf } from '../lib/call/api.ts'
import { type Chosen, useBulk } from '../lib/call/use-bulk.ts'
import { useFormat } from '../lib/format.ts'
import { useCan } from '../lib/session/can.tsx'
import { BulkTags } from '../list/bulk-tags.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { ProductBulkCategories } from './product-bulk-categories.tsx'

const moves: ProductStatus[] = ['active', 'draft', 'archived']

/** What can be done with the chosen products. */
export function ProductBulk({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation()
  const format = useFormat()
  const setStatus = useBulk(productApi.bulkUpdateStatus, chosen)
  const tags = useBulk(productApi.bulkUpdateTags, chosen)
  const categories = useBulk(productApi.bulkUpdateCategories, chosen)
  const remove = useBulk(productApi.bulkDelete, chosen, { isRemoval: true })
  const [asked, setAsked] = useState<'delete' | 'tags' | 'categories'>()
  const facets = useQuery({ ...queryOf(productApi.getFacets, {}), enabled: asked === 'tags' }).data
  const close = () => setAsked(undefined)
  const { isBusy, count } = chosen
  if (!useCan('product:write')) return null
  return (
    <>
      {moves.map(status => (
        <Button
          key={status}
          variant="default"
          size="compact-sm"
          disabled={isBusy}
          loading={setStatus.isPending && setStatus.variables?.status === status}
          onClick={() => setStatus.mutate({ status })}
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
            loading={tags.isPending || categories.isPending}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('product.list.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('tags')}>{t('ui.bulk.tags')}</Menu.Item>
          <Menu.Item onClick={() => setAsked('categories')}>
            {t('product.bulk.categories')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={isBusy}
        onClick={() => setAsked('delete')}
      >
        {t('product.bulk.delete')}
      </Button>
      {asked === 'tags' && (
        <BulkTags
          known={facets?.tags}
          isBusy={tags.isPending}
          onClose={close}
          onApply={change => tags.mutate(change, { onSettled: close })}
        />
      )}
      {asked === 'categories' && (
        <ProductBulkCategories
          isBusy={categories.isPending}
          onClose={close}
          onApply={change => categories.mutate(change, { onSettled: close })}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('product.bulk.deleteTitle', { count, n: format.number(count) })}
        action={t('product.bulk.delete')}
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
