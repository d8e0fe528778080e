import { useTranslation } from 'react-i18next'
import { type CategoryRow, categoryApi } from '#contract/product/category.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

export type CategoryToDelete = Pick<CategoryRow, '_id' | 'name' | 'productCount' | 'childCount'>
type Props = {
  node: CategoryToDelete
  onClose: () => void
  onDeleted: () => void
}

/** Confirms a deletion and explains the effect on the subcategories and products. */
export function CategoryDeleteDialog({ node, onClose, onDeleted }: Props) {
  const { t } = useTranslation()
  const remove = useRouteMutation(categoryApi.delete)
  const { childCount } = node
  const confirm = () =>
    remove.mutate({ params: { id: node._id } }, { onSuccess: onDeleted, onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen
      title={t('category.delete.title', { name: node.name })}
      confirmLabel={t('category.delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {childCount > 0 && <p>{t('category.delete.children', { count: childCount })}</p>}
      {node.productCount > 0 && <p>{t('category.delete.products')}</p>}
      {childCount === 0 && node.productCount === 0 && <p>{t('category.delete.empty')}</p>}
    </ConfirmDialog>
  )
}
