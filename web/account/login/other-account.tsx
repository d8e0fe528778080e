import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { call } from '../../lib/call/call.ts'
import { endSession } from '../../lib/session/session.ts'
import { keepLinkToken } from './use-link-token.ts'

type Props = {
  page: string
  token: string /** The other account's, where that is known. */
  email?: string
}

/** The link of a mail is for somebody else than who is logged in: they change over, and the link goes on from there. */
export function OtherAccount({ page, token, email }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const change = async () => {
    await call(accountApi.logout, {}).catch(() => undefined)
    keepLinkToken(page, token)
    endSession({ onPurpose: true })
    client.clear()
    await navigate(`/login?next=${page}`, { state: { email } })
  }
  return (
    <Button fullWidth onClick={() => void change()}>
      {t('account.invitation.change')}
    </Button>
  )
}
