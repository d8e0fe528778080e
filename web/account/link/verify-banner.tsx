import { ActionIcon, Anchor } from '@mantine/core'
import { IconMail, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import css from './verify-banner.module.css'

const dismissedKey = 'verifyLater'

/** Reminds the user to confirm the email. Dismissed, it returns in the next browser session. */
export function VerifyBanner() {
  const { t } = useTranslation()
  const user = useSession()
  const [isDismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) !== null)
  if (user?.isEmailVerified !== false || isDismissed) return null
  const dismiss = () => {
    sessionStorage.setItem(dismissedKey, 'true')
    setDismissed(true)
  }
  return (
    <aside className={css.banner} data-banner aria-label={t('account.verify.title')}>
      <IconMail size={16} stroke={1.75} aria-hidden />
      <span className={css.text}>
        {t('account.verify.reminder', { email: user.email })}{' '}
        <Anchor component={Link} to="/verify-email" inherit>
          {t('account.verify.resendEmail')}
        </Anchor>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('account.verify.remindLater')}
        onClick={dismiss}
      >
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
    </aside>
  )
}
