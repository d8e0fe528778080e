import { Alert, Button, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { useRestoreFocus } from '../ui/dialog/use-restore-focus.ts'
import { CopyableText } from '../ui/page/copyable-text.tsx'

type Props = {
  title: string
  text: string
  /** The label of the copy button. */
  label: string
  secret: string
  onClose: () => void
}

/**
 * Shows a secret once. Only its button closes the dialog, so that a click outside does not lose the
 * secret.
 */
export function SecretDialog({ title, text, label, secret, onClose }: Props) {
  const { t } = useTranslation()
  useRestoreFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {text}
        </Alert>
        <CopyableText text={secret} label={label} />
      </Stack>
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          {t('developer.secretSaved')}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
