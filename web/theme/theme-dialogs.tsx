import { useTranslation } from 'react-i18next'
import type { Theme } from '#contract/theme/theme.ts'
import { ThemeName, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ShareDialog } from '../preview/share-dialog.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import type { ThemeDialog } from './theme-menu.tsx'

type Props = { theme: Theme; onClose: () => void }

export function ThemeDialogs({ kind, ...props }: Props & Pick<ThemeDialog, 'kind'>) {
  if (kind === 'share') return <ShareDialog themeId={props.theme._id} onClose={props.onClose} />
  return kind === 'rename' ? <ThemeRenameDialog {...props} /> : <ThemeDeleteDialog {...props} />
}

function ThemeRenameDialog({ theme, onClose }: Props) {
  const { t } = useTranslation()
  const rename = useRouteMutation(themeDraftApi.rename)
  const form = useContractForm(ThemeName, {
    values: { name: theme.name },
    onSave: async body => {
      await rename.mutateAsync({ params: { id: theme._id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('theme.menu.renameTitle')}
      saveLabel={t('theme.menu.renameTitle')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('theme.menu.name')} required />
    </ModalForm>
  )
}

function ThemeDeleteDialog({ theme, onClose }: Props) {
  const { t } = useTranslation()
  const remove = useRouteMutation(themeDraftApi.delete)
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('theme.menu.deleteTitle', { name: theme.name })}
      confirmLabel={t('theme.menu.deleteConfirm')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: theme._id } }, { onSettled: onClose })}
    >
      {t('theme.menu.deleteText')}
    </ConfirmDialog>
  )
}
