import { useTranslation } from 'react-i18next'
import { accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { accountSessionApi } from '#contract/account/account-session.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { TimeZoneContext } from '../../lib/time-zone.ts'
import { CardStack } from '../../ui/form/edit-form.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { CardGroup } from '../../ui/page/section-card.tsx'
import { ScreenLockCard } from '../lock/screen-lock-card.tsx'
import { PlanLinkCard } from '../plan/plan-link-card.tsx'
import { CredentialReviewCard } from './credential-review-card.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionCard } from './session-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'

/** Settings of the person's own account, which are the same in every store. */
export function AccountPage() {
  const { t } = useTranslation()
  return (
    <TimeZoneContext value={undefined}>
      <PageHeader title={t('shell.menu.account')} subtitle={t('person.page.subtitle')} />
      <CardStack>
        <CredentialReviewCard />
        <CardGroup title={t('person.profile.title')}>
          <ProfileCard />
          <EmailCard />
          <PlanLinkCard />
        </CardGroup>
        <CardGroup title={t('person.page.security')}>
          <PasswordCard />
          <TwoStepCard />
          <PasskeyCard />
          <ScreenLockCard />
        </CardGroup>
        <CardGroup title={t('person.page.access')}>
          <SessionCard />
          <DeleteAccountCard />
        </CardGroup>
      </CardStack>
    </TimeZoneContext>
  )
}
AccountPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(accountSecurityApi.getTwoStep, {})),
    client.prefetchQuery(queryOptionsFor(accountPasskeyApi.listPasskeys, {})),
    client.prefetchQuery(queryOptionsFor(accountSessionApi.listSessions, {})),
  ])) satisfies Prefetch
