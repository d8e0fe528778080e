import { Anchor, Button, Modal, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { onboardingApi } from '#contract/store/onboarding.ts'
import { type Store, storeApi } from '#contract/store/store.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { BusyButton } from '../ui/dialog/busy-button.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { useRestoreFocus } from '../ui/dialog/use-restore-focus.ts'
import { LaunchIssues } from './launch-issues.tsx'
import css from './store-status.module.css'

export type StoreStatusTarget = Pick<Store, '_id' | 'name' | 'storefrontUrl'>
type Props = {
  store: StoreStatusTarget
  newStatus: 'live' | 'paused' | 'closed'
  onClose: () => void
}

/** Confirms a new store status. Explains its effect and lists the issues of the store. */
export function StoreStatusDialog({ store, newStatus, onClose }: Props) {
  const { t } = useTranslation()
  useRestoreFocus()
  const update = useRouteMutation(storeApi.update)
  const person = useQuery({
    ...queryOptionsFor(accountApi.me, {}),
    enabled: newStatus === 'live',
    refetchOnMount: 'always',
  })
  const params = { id: store._id }
  const issues = useQuery({
    ...queryOptionsFor(onboardingApi.listLaunchIssues, { params }),
    enabled: newStatus === 'live',
    refetchOnMount: 'always',
  })
  const isLoading = newStatus === 'live' && (person.isPending || issues.isPending)
  const isBlocked = newStatus === 'live' && person.data?.isEmailVerified === false
  const updateStatus = () =>
    update.mutate({ params, body: { data: { status: newStatus } } }, { onSuccess: onClose })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`store.statusChange.${newStatus}.title`, { name: store.name })}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <p className={css.text}>
          {t(`store.statusChange.${newStatus}.text`, {
            host: formatDomain(new URL(store.storefrontUrl).host),
          })}
        </p>
        {newStatus === 'live' && <PublicPagesList />}
        {isBlocked && <UnverifiedEmailAlert email={person.data?.email ?? ''} />}
        {newStatus === 'live' && <LaunchIssues storeId={store._id} issues={issues.data ?? []} />}
      </Stack>
      <DialogFooter>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <BusyButton
          color={newStatus === 'closed' ? 'red' : undefined}
          loading={update.isPending}
          disabled={isBlocked || isLoading}
          onClick={updateStatus}
        >
          {t(`store.statusChange.${newStatus}.submit`)}
        </BusyButton>
      </DialogFooter>
    </Modal>
  )
}

function PublicPagesList() {
  const { t } = useTranslation()
  return (
    <ul className={css.list}>
      <li>{t('store.statusChange.live.products')}</li>
      <li>{t('store.statusChange.live.pages')}</li>
      <li>{t('store.statusChange.live.contact')}</li>
    </ul>
  )
}

function UnverifiedEmailAlert({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className={css.blocked} role="alert">
      <IconMail size={20} stroke={1.75} aria-hidden />
      <div>
        <strong>{t('store.statusChange.live.unverified')}</strong>
        <p>
          {t('store.statusChange.live.unverifiedText', { email })}{' '}
          <Anchor component={Link} to="/verify-email" inherit>
            {t('store.statusChange.live.resendEmail')}
          </Anchor>
        </p>
      </div>
    </div>
  )
}
