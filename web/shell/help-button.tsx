import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setHelpOpen } from '../lib/navigation/help-state.ts'
import css from './navbar.module.css'

/** Opens the help of the page. */
export function HelpButton() {
  const { t } = useTranslation()
  return (
    <ActionIcon
      className={css.help}
      variant="subtle"
      color="gray"
      size={36}
      onClick={() => setHelpOpen()}
      aria-label={t('shell.menu.help')}
      aria-haspopup="dialog"
      aria-keyshortcuts="?"
    >
      <IconHelp size={20} stroke={1.75} />
    </ActionIcon>
  )
}
