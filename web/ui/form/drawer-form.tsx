import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { DeleteButton, type Deletion } from '../dialog/delete-button.tsx'
import { LeaveGuard } from '../dialog/leave-guard.tsx'
import drawerCss from '../dialog/record-drawer.module.css'
import { RecordDrawer } from '../dialog/record-drawer.tsx'
import css from './drawer-form.module.css'
import { focusFirstField } from './focus-first-field.ts'
import { FormAlert } from './form-alert.tsx'
import { useConfirmClose } from './use-confirm-close.tsx'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  title: string
  saveLabel: string
  onClose: () => void
  /** Adds a "Delete" button for users with the permission. */
  deletion?: Deletion | false | undefined
  /** Other content at the start of the footer. */
  footerStart?: ReactNode
  children: ReactNode
}

/** A form in a drawer beside its list. It asks for confirmation before unsaved changes are lost. */
export function DrawerForm<V extends Record<string, unknown>>({
  form,
  title,
  saveLabel,
  onClose,
  deletion,
  footerStart,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  const { close, confirmDialog } = useConfirmClose(form, onClose)
  return (
    <RecordDrawer title={title} onClose={close}>
      <form
        ref={focusFirstField}
        noValidate
        className={drawerCss.content}
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          form.save()
        }}
      >
        <LeaveGuard hasUnsavedChanges={form.hasUnsavedChanges} />
        <div className={drawerCss.fields}>
          <FormAlert form={form} />
          {children}
        </div>
        <div className={css.footer}>
          {deletion && (
            <DeleteButton {...deletion} variant="subtle" color="red" onDeleted={onClose} />
          )}
          {footerStart}
          <span className={css.spacer} />
          <Button variant="default" onClick={close}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSaving} disabled={!form.canSave}>
            {saveLabel}
          </Button>
        </div>
      </form>
      {confirmDialog}
    </RecordDrawer>
  )
}
