import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TaskCapture } from '../desk/task-capture.tsx'
import { FocusReturn } from '../ui/dialog/focus-return.tsx'

/** Adds a task from any page. */
export function TaskCaptureDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('task.add')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FocusReturn />
      <TaskCapture autoFocus isSilent={false} onAdded={onClose} />
    </Modal>
  )
}
