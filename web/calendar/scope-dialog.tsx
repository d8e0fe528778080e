import { Button, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SeriesScope } from '#contract/desk/calendar-event.ts'
import { FocusReturn } from '../ui/dialog/focus-return.tsx'

/** Asks to which events of a series a change applies. */
export function ScopeDialog({
  title,
  onChoose,
  onClose,
}: {
  title: string
  onChoose: (scope: SeriesScope) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendar.scope.question', { title })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FocusReturn />
      <Stack gap="xs">
        {SeriesScope.options.map((scope, index) => (
          <Button
            key={scope}
            variant="default"
            data-autofocus={index === 0 || undefined}
            onClick={() => onChoose(scope)}
          >
            {t(`calendar.scope.${scope}`)}
          </Button>
        ))}
      </Stack>
    </Modal>
  )
}
