import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import css from './edit-form.module.css'

/** Appears at the bottom of the screen while the form has unsaved changes. */
export function SaveBar<V extends Record<string, unknown>>({
  form,
  saveLabel,
}: {
  form: ContractForm<V>
  saveLabel?: string | undefined
}) {
  const { t } = useTranslation()
  if (!form.isChanged && !form.isSaving) return null
  const isBlocked = form.isOutdated || !form.canSave
  const Icon = isBlocked ? IconAlertTriangle : IconPencil
  return (
    <div className={css.saveBar} data-save-bar role="region" aria-label={t('ui.form.unsaved')}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {isBlocked ? (
        <span className={css.saveBarText} role="alert">
          {t(form.canSave ? 'ui.form.outdated' : 'ui.form.permissionLost')}
        </span>
      ) : (
        <UnsavedText />
      )}
      <Button
        size="xs"
        variant="transparent"
        c="inherit"
        onClick={form.discard}
        disabled={form.isSaving}
      >
        {t(form.isOutdated ? 'ui.form.reload' : 'ui.form.discard')}
      </Button>
      <Button size="xs" type="submit" loading={form.isSaving} disabled={!form.canSave}>
        {saveLabel ?? t('ui.form.save')}
      </Button>
    </div>
  )
}

/** One line: phones have space for a word beside the buttons. */
function UnsavedText() {
  const { t } = useTranslation()
  return (
    <span className={css.saveBarText}>
      <span className={css.wideText}>{t('ui.form.unsaved')}</span>
      <span className={css.narrowText}>{t('ui.form.unsavedShort')}</span>
    </span>
  )
}
