import { Button, Modal } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Category, type CategoryNode, categoryApi } from '#contract/category.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { createEmptyValues, omitEmptySlug } from '../lib/form-values.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { CategoryFields, CategoryValues } from './category-fields.tsx'
import type { CategoryNodes } from './category-moves.ts'

type Props = {
  id: string
  nodes: CategoryNodes
  onClose: () => void
  onDelete: (node: CategoryNode) => void
}

/** The form of a new or existing category, beside the tree. */
export function CategoryDrawer({ id, ...rest }: Props) {
  const category = useQuery({
    ...queryOptionsFor(categoryApi.get, { params: { id } }),
    enabled: id !== 'new',
  })
  const { t } = useTranslation()
  if (id === 'new') return <NewCategoryForm {...rest} />
  // For example, a link to a category that was deleted.
  if (category.isError)
    return (
      <Modal
        opened
        onClose={rest.onClose}
        title={t('category.form.edit')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <ErrorState error={category.error} />
      </Modal>
    )
  return category.data ? <EditCategoryForm category={category.data} {...rest} /> : null
}

/** The position among the siblings is changed only in the tree. */
const EditableFields = CategoryValues.omit({ position: true })
const emptyCategory: CategoryValues = createEmptyValues(EditableFields.omit({ version: true }))

function NewCategoryForm({ nodes, onClose }: Pick<Props, 'nodes' | 'onClose'>) {
  const { t } = useTranslation()
  const create = useRouteMutation(categoryApi.create, { hasErrorToast: true })
  const form = useContractForm(CategoryValues, {
    values: emptyCategory,
    onSave: async ({ name = '', version: _, ...rest }) => {
      await create.mutateAsync({ body: { ...omitEmptySlug(rest), name } })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('category.form.new')}
      saveLabel={t('category.form.create')}
      onClose={onClose}
    >
      <CategoryFields form={form} nodes={nodes} />
    </DrawerForm>
  )
}

function EditCategoryForm({
  category,
  nodes,
  onClose,
  onDelete,
}: Omit<Props, 'id'> & { category: Category }) {
  const { t } = useTranslation()
  const update = useRouteMutation(categoryApi.update, { hasErrorToast: true })
  const { _id } = category
  const form = useContractForm(CategoryValues, {
    values: pickFields(EditableFields, category),
    onSave: async body => {
      await update.mutateAsync({ params: { id: _id }, body: omitEmptySlug(body) })
      onClose()
    },
  })
  const node = nodes.find(candidate => candidate._id === _id)
  return (
    <DrawerForm
      form={form}
      title={t('category.form.edit')}
      saveLabel={t('category.form.save')}
      onClose={onClose}
      footerStart={
        <PermissionGate permission="category:write">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => node && onDelete(node)}
          >
            {t('category.row.delete')}
          </Button>
        </PermissionGate>
      }
    >
      <CategoryFields form={form} nodes={nodes} id={_id} />
    </DrawerForm>
  )
}
