import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'

/** The button that deletes the selected rows of a list. */
export function BulkDeleteButton({
  selection,
  title,
  remove,
  children,
}: {
  selection: { isBusy: boolean }
  title: string
  remove: {
    isPending: boolean
    mutate: (change: object, options: { onSettled: () => void }) => void
  }
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <ConfirmButton
      variant="light"
      color="red"
      size="compact-sm"
      disabled={selection.isBusy}
      label={t('ui.form.delete')}
      title={title}
      isBusy={remove.isPending}
      onConfirm={close => remove.mutate({}, { onSettled: close })}
    >
      {children}
    </ConfirmButton>
  )
}
