import { useTranslation } from 'react-i18next'
import { type ListName, type View, ViewDetails, viewApi } from '#contract/staff/view.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'

type Props = {
  list: ListName
  /** The content of a new view. Without it the dialog renames `view`. */
  content?: Pick<View, 'query' | 'columns' | 'density'>
  view?: View
  onSaved?: (view: View) => void
  onClose: () => void
}

/** A dialog with the name of a view and whether the staff can use it. */
export function ViewDialog({ list, content, view, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const create = useRouteMutation(viewApi.create)
  const update = useRouteMutation(viewApi.update)
  const canShare = usePermission(`${list}:write`)
  const form = useContractForm(ViewDetails, {
    values: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    onSave: async viewValues => {
      const savedView = view
        ? await update.mutateAsync({ params: { id: view._id }, body: viewValues })
        : await create.mutateAsync({ body: { ...viewValues, ...(content ?? { query: {} }), list } })
      onClose()
      onSaved?.(savedView)
    },
  })
  return (
    <ModalForm
      form={form}
      title={t(view ? 'ui.view.renameTitle' : 'ui.view.newTitle')}
      saveLabel={t('ui.view.save')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('ui.view.name')}
        description={content && t('ui.view.nameHint')}
        required
      />
      {canShare && (view?.isOwn ?? true) && (
        <SwitchField
          form={form}
          name="isShared"
          label={t('ui.view.share')}
          description={t('ui.view.shareHint')}
        />
      )}
    </ModalForm>
  )
}
