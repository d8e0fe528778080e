import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './two-step-setup.module.css'

type Props = {
  text: string
  /** The text in groups of characters that are easy to read. */
  displayText: string
  label: string
}

export function CopyableCode({ text, displayText, label }: Props) {
  const { t } = useTranslation()
  return (
    <span className={css.copyableCode}>
      <code>{displayText}</code>
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
    </span>
  )
}
