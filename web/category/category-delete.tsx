import { useTranslation } from 'react-i18next'
import { type CategoryNode, categoryApi } from '#contract/category.ts'
import { useSend } from '../lib/call/api.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { childrenOf, type Nodes } from './category-moves.ts'

type Props = { node: CategoryNode; nodes: Nodes; onClose: () => void; onDeleted: () => void }

/** Says what becomes of the children and the products before anything is deleted. */
export function CategoryDelete({ node, nodes, onClose, onDeleted }: Props) {
  const { t } = useTranslation()
  const remove = useSend(categoryApi.delete, { otherwise: t('ui.error.title') })
  const children = childrenOf(nodes, node._id).length
  const confirm = () =>
    remove.mutate({ params: { id: node._id } }, { onSuccess: onDeleted, onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen
      title={t('category.delete.title', { name: node.name })}
      action={t('category.delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children > 0 && <p>{t('category.delete.children', { count: children })}</p>}
      {node.productCount > 0 && (
        <p>{t('category.delete.products', { count: node.productCount })}</p>
      )}
      {children === 0 && node.productCount === 0 && <p>{t('category.delete.plain')}</p>}
    </ConfirmDialog>
  )
}
