import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/product/category.ts'
import { productLimits } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

type Props = {
  isBusy: boolean
  onApply: (change: { add: string[]; remove: string[] }) => void
  onClose: () => void
}

/** A dialog that adds the selected products to categories and removes them from others. */
export function ProductBulkCategoriesDialog({ isBusy, onApply, onClose }: Props) {
  const { t } = useTranslation()
  const tree = useQuery(queryOptionsFor(categoryApi.getTree, {})).data ?? []
  const [categoriesToAdd, setCategoriesToAdd] = useState<string[]>([])
  const [categoriesToRemove, setCategoriesToRemove] = useState<string[]>([])
  const selectProps = {
    data: tree.map(({ _id, name, depth }) => ({
      value: _id,
      label: `${'— '.repeat(depth - 1)}${name}`,
    })),
    searchable: true,
    maxValues: productLimits.categoriesPerBulkChange,
    nothingFoundMessage: t('ui.list.noResults'),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('product.bulk.categories')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        <MultiSelect
          label={t('product.bulk.addTo')}
          value={categoriesToAdd}
          onChange={setCategoriesToAdd}
          {...selectProps}
        />
        <MultiSelect
          label={t('product.bulk.removeFrom')}
          value={categoriesToRemove}
          onChange={setCategoriesToRemove}
          {...selectProps}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <Button
          disabled={categoriesToAdd.length + categoriesToRemove.length === 0}
          loading={isBusy}
          onClick={() => onApply({ add: categoriesToAdd, remove: categoriesToRemove })}
        >
          {t('ui.bulk.apply')}
        </Button>
      </Group>
    </Modal>
  )
}
