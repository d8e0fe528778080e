import { useTranslation } from 'react-i18next'
import { accountPasskeyApi } from '#contract/account-passkey.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { accountSessionApi } from '#contract/account-session.ts'
import { queryOf } from '../../lib/call/api.ts'
import type { Warm } from '../../lib/navigation/intent.ts'
import { Cards } from '../../ui/form/edit-form.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { LockCard } from '../lock/lock-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionCard } from './session-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'

/** What belongs to the person alone, whichever store they work in. */
export function AccountPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('shell.menu.account')} subtitle={t('person.page.subtitle')} />
      <Cards>
        <ProfileCard />
        <EmailCard />
        <PasswordCard />
        <TwoStepCard />
        <PasskeyCard />
        <LockCard />
        <SessionCard />
        <DeleteCard />
      </Cards>
    </>
  )
}
AccountPage.warm = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOf(accountSecurityApi.getTwoStep, {})),
    client.prefetchQuery(queryOf(accountPasskeyApi.listPasskeys, {})),
    client.prefetchQuery(queryOf(accountSessionApi.listSessions, {})),
  ])) satisfies Warm
