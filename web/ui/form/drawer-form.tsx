import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { LeaveGuard } from '../dialog/leave-guard.tsx'
import { useRestoreFocus } from '../dialog/use-restore-focus.ts'
import css from './drawer-form.module.css'
import { focusFirstField } from './focus-first-field.ts'
import { FormAlert } from './form-alert.tsx'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  title: string
  saveLabel: string
  onClose: () => void
  /** Content at the start of the footer, such as a "Delete" button. */
  footerStart?: ReactNode
  children: ReactNode
}

/** A form in a drawer beside its list. It asks for confirmation before unsaved changes are lost. */
export function DrawerForm<V extends Record<string, unknown>>({
  form,
  title,
  saveLabel,
  onClose,
  footerStart,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  useRestoreFocus()
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const handleClose = () => (form.hasUnsavedChanges() ? setConfirmOpen(true) : onClose())
  return (
    <Drawer
      opened
      onClose={handleClose}
      title={title}
      position="right"
      size={520}
      padding={0}
      classNames={{ header: css.header, body: css.body, title: css.title }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form
        ref={focusFirstField}
        noValidate
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          form.save()
        }}
      >
        <LeaveGuard hasUnsavedChanges={form.hasUnsavedChanges} />
        <div className={css.fields}>
          <FormAlert form={form} />
          {children}
        </div>
        <div className={css.footer}>
          {footerStart}
          <span className={css.spacer} />
          <Button variant="default" onClick={handleClose}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSaving} disabled={!form.canSave}>
            {saveLabel}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        title={t('ui.form.leaveTitle')}
        confirmLabel={t('ui.form.leave')}
        isDangerous
        onConfirm={onClose}
        onClose={() => setConfirmOpen(false)}
      >
        {t('ui.form.leaveText')}
      </ConfirmDialog>
    </Drawer>
  )
}
