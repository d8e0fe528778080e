import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Copies a text. `label` is the accessible name. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={t(copied ? 'ui.copied' : 'ui.copy')}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            size={26}
            aria-label={label}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
