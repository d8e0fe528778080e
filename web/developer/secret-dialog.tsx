import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyableText } from '../ui/form/copyable-text.tsx'
import { useRestoreFocus } from '../ui/page/use-return-focus.ts'

type Props = {
  title: string
  text: string /** What the button copies. */
  label: string
  secret: string
  onClose: () => void
}

/** A secret that is shown this once. It goes by its button alone: a click beside it must not lose it. */
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
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {t('developer.kept')}
        </Button>
      </Group>
    </Modal>
  )
}
