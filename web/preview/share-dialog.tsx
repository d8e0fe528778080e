import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../lib/formatters.ts'
import { useRestoreFocus } from '../ui/dialog/use-restore-focus.ts'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import { usePreviewLink } from './use-preview-link.ts'

/** Shows a link to the draft for people without an account. */
export function ShareDialog({ themeId, onClose }: { themeId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { data: link, isError } = usePreviewLink(themeId, { use: 'share' })
  useRestoreFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('themeEditor.share.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        <Text>{t('themeEditor.share.text')}</Text>
        {isError && <Alert color="red">{t('themeEditor.share.failed')}</Alert>}
        {!link && !isError && <Skeleton h={80} radius="sm" />}
        {link && (
          <>
            <CopyableText text={link.url} label={t('themeEditor.share.link')} />
            <Text size="sm" c="dimmed">
              {t('themeEditor.share.expires', { time: format.dateTime(link.expiresAt) })}
            </Text>
            <Button
              component="a"
              href={link.url}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              {t('themeEditor.share.open')}
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  )
}
