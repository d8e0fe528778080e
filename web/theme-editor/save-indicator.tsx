import { Loader, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SaveStatus } from './state/use-autosave.ts'
import css from './theme-editor.module.css'

/** Shows whether the draft is saved. If it is not, a click shows the reason or tries again. */
export function SaveIndicator({
  status,
  isReadOnly,
  onRetry,
  onShowInvalid,
}: {
  status: SaveStatus
  isReadOnly: boolean
  onRetry: () => void
  onShowInvalid: () => void
}) {
  const { t } = useTranslation()
  if (isReadOnly)
    return (
      <span className={css.saveState}>
        <IconEye size={15} stroke={1.75} aria-hidden />
        {t('themeEditor.readOnly')}
      </span>
    )
  if (status === 'failed' || status === 'invalid')
    return (
      <UnstyledButton
        className={css.saveState}
        data-tone="bad"
        role="alert"
        onClick={status === 'failed' ? onRetry : onShowInvalid}
      >
        <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
        {t(`themeEditor.save.${status}`)}
      </UnstyledButton>
    )
  return (
    <span className={css.saveState} role="status">
      {status === 'saved' ? (
        <IconCloudCheck size={15} stroke={1.75} aria-hidden />
      ) : (
        <Loader size={12} color="gray" aria-hidden />
      )}
      {t(`themeEditor.save.${status}`)}
    </span>
  )
}
