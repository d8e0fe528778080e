import { Button, Modal } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pickFields } from '#contract/lib/shape.ts'
import { type Category, categoryApi } from '#contract/product/category.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { createEmptyValues, omitDerivedSlug, omitEmptySlug } from '../lib/form-values.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useContractForm } from '../lib/use-contract-form.ts'
import { FocusReturn } from '../ui/dialog/focus-return.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { ErrorState } from '../ui/message/error-state.tsx'
import type { CategoryToDelete } from './category-delete-dialog.tsx'
import { CategoryFields, CategoryValues } from './category-fields.tsx'
import { type CategoryNodes, countChildren } from './category-moves.ts'
import { CategoryVisibility } from './category-visibility.tsx'

type Props = {
  id: string
  onClose: () => void
  onTopLevelAdded: () => void
  onDelete: (node: CategoryToDelete) => void
}
type FormProps = Omit<Props, 'id'> & { nodes: CategoryNodes }

/** The form of a new or existing category, beside the tree. */
export function CategoryDrawer({ id, ...props }: Props) {
  // The parent is chosen from the whole tree.
  const tree = useQuery(queryOptionsFor(categoryApi.getTree, {}))
  const category = useQuery({
    ...queryOptionsFor(categoryApi.get, { params: { id } }),
    enabled: id !== 'new',
  })
  const { t } = useTranslation()
  const rest = { ...props, nodes: tree.data ?? [] }
  if (tree.isPending) return null
  if (id === 'new') return <NewCategoryForm {...rest} />
  // The form stays if the category is deleted elsewhere, so that the user can copy its text.
  if (category.data) return <EditCategoryForm category={category.data} {...rest} />
  // For example, a link to a category that was deleted.
  if (category.isError)
    return (
      <Modal
        opened
        onClose={rest.onClose}
        title={t('category.form.edit')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <FocusReturn />
        <ErrorState error={category.error} />
      </Modal>
    )
  return null
}

/** The position among the siblings is changed only in the tree. */
const EditableFields = CategoryValues.omit({ position: true })
const emptyCategory: CategoryValues = createEmptyValues(EditableFields.omit({ version: true }))

function NewCategoryForm({ nodes, onClose, onTopLevelAdded }: Omit<FormProps, 'onDelete'>) {
  const { t } = useTranslation()
  const create = useRouteMutation(categoryApi.create, { hasErrorToast: true })
  const form = useContractForm(CategoryValues, {
    values: emptyCategory,
    onSave: async ({ name = '', version: _, ...rest }) => {
      await create.mutateAsync({ body: { ...omitDerivedSlug(rest, name), name } })
      if (rest.parent) onClose()
      else onTopLevelAdded()
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
}: Omit<FormProps, 'onTopLevelAdded'> & { category: Category }) {
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
            onClick={() => onDelete({ ...category, childCount: countChildren(nodes, _id) })}
          >
            {t('category.row.delete')}
          </Button>
        </PermissionGate>
      }
    >
      <CategoryVisibility category={category} nodes={nodes} form={form} />
      <CategoryFields form={form} nodes={nodes} id={_id} />
    </DrawerForm>
  )
}
