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
  const outdatedText = form.isOutdated ? t('ui.form.outdated') : t('ui.form.unsaved')
  return (
    <div className={css.saveBar} data-save-bar role="region" aria-label={t('ui.form.unsaved')}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={css.saveBarText} role={isBlocked ? 'alert' : undefined}>
        {form.canSave ? outdatedText : t('ui.form.permissionLost')}
      </span>
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
