import { Anchor, Button, Group, Modal, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { type Business, businessApi } from '#contract/business.ts'
import { onboardingApi } from '#contract/onboarding.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { useFocusBack } from '../ui/page/use-focus-back.ts'
import css from './store-status.module.css'

export type StoreToMove = Pick<Business, '_id' | 'name' | 'host'>
type Props = { store: StoreToMove; to: 'live' | 'paused' | 'closed'; onClose: () => void }

/** What shoppers will find from then on, what is not ready yet, and the deed itself. */
export function StoreStatusDialog({ store, to, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack()
  const update = useSend(businessApi.update)
  const person = useQuery({
    ...queryOf(accountApi.me, {}),
    enabled: to === 'live',
    refetchOnMount: 'always',
  })
  const isBarred = to === 'live' && person.data?.isEmailVerified === false
  const move = () =>
    update.mutate(
      { params: { id: store._id }, body: { data: { status: to } } },
      { onSuccess: onClose },
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`business.move.${to}.title`, { name: store.name })}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <p className={css.text}>{t(`business.move.${to}.text`, { host: store.host })}</p>
        {to === 'live' && <Public />}
        {isBarred && <Unproven email={person.data?.email ?? ''} />}
        {to === 'live' && <Missing store={store} />}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <Button
          color={to === 'closed' ? 'red' : undefined}
          loading={update.isPending}
          disabled={isBarred || (to === 'live' && person.isPending)}
          onClick={move}
        >
          {t(`business.move.${to}.do`)}
        </Button>
      </Group>
    </Modal>
  )
}

function Public() {
  const { t } = useTranslation()
  return (
    <ul className={css.list}>
      <li>{t('business.move.live.products')}</li>
      <li>{t('business.move.live.pages')}</li>
      <li>{t('business.move.live.contact')}</li>
    </ul>
  )
}

function Unproven({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className={css.barred} role="alert">
      <IconMail size={20} stroke={1.75} aria-hidden />
      <div>
        <strong>{t('business.move.live.unproven')}</strong>
        <p>
          {t('business.move.live.unprovenText', { email })}{' '}
          <Anchor component={Link} to="/verify-email" inherit>
            {t('business.move.live.prove')}
          </Anchor>
        </p>
      </div>
    </div>
  )
}

/** What the first steps say of the present store; of another one nothing is known here. */
function Missing({ store }: { store: StoreToMove }) {
  const { t } = useTranslation()
  const isPresent = useBusinessId() === store._id
  const { data } = useQuery({ ...queryOf(onboardingApi.get, {}), enabled: isPresent })
  const open =
    data?.steps.flatMap(({ step, done }) => (done || step === 'open' ? [] : [step])) ?? []
  if (open.length === 0) return null
  return (
    <div className={css.missing}>
      <strong>{t('business.move.live.missing', { count: open.length })}</strong>
      <ul className={css.list}>
        {open.map(step => (
          <li key={step}>{t(`business.move.without.${step}`)}</li>
        ))}
      </ul>
    </div>
  )
}
