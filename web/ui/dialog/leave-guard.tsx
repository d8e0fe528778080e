import { Button, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { DialogFooter } from './dialog-footer.tsx'
import { FocusReturn } from './focus-return.tsx'

/** Asks for confirmation before the user navigates away from a page with unsaved changes. */
export function LeaveGuard({ hasUnsavedChanges }: { hasUnsavedChanges: () => boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
      title={t('ui.form.leaveTitle')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FocusReturn />
      <Text c="dimmed">{t('ui.form.leaveText')}</Text>
      <DialogFooter>
        <Button variant="default" data-autofocus onClick={() => blocker.reset()}>
          {t('ui.form.stay')}
        </Button>
        <Button color="red" onClick={() => blocker.proceed()}>
          {t('ui.form.leave')}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
