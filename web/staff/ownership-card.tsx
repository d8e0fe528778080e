import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { OwnershipInput, type Staff, staffApi } from '#contract/staff.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { useBusinessId, useRights, useSession } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/form/choice-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './staff.module.css'
import { nameOf } from './staff-words.ts'

/** Owners offer the store to those who could own it, and do not yet. */
function useIsPossible({ _id, status, role }: Staff) {
  const isOwner = useRights().role === 'owner'
  const self = useSession()?._id
  return isOwner && status === 'active' && role !== 'owner' && _id !== self
}

/** Beside somebody who could be an owner: offers the store, or says that the offer waits. */
export function OwnershipCard({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const format = useFormat()
  const business = useBusinessId() ?? ''
  const self = useSession()?._id
  const [, setParams] = useSearchParams()
  const isPossible = useIsPossible(staff)
  const offer = useQuery({
    ...queryOf(staffApi.getOwnershipOffer, { params: { id: business } }),
    enabled: isPossible,
  }).data
  const end = useSend(staffApi.cancelOwnershipOffer)
  if (!isPossible) return null
  const isWaiting = offer?.to._id === staff._id && offer.from._id === self
  return (
    <SectionCard title={t('staff.ownership.title')}>
      <p className={css.note}>
        {isWaiting
          ? t('staff.ownership.waiting', {
              name: nameOf(staff),
              date: format.date(offer.expiresAt),
            })
          : t('staff.ownership.text', { name: nameOf(staff) })}
      </p>
      {isWaiting ? (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id: business } })}
        >
          {t('staff.ownership.takeBack')}
        </Button>
      ) : (
        <Button
          variant="default"
          onClick={() => setParams({ offer: '' }, { preventScrollReset: true })}
        >
          {t('staff.ownership.offer')}
        </Button>
      )}
    </SectionCard>
  )
}

/** Open while the address bar says `?offer`. */
export function OfferWhenWanted({ staff }: { staff: Staff }) {
  const [params, setParams] = useSearchParams()
  const isPossible = useIsPossible(staff)
  return (
    isPossible &&
    params.has('offer') && (
      <OfferDialog staff={staff} onClose={() => setParams({}, { preventScrollReset: true })} />
    )
  )
}

function OfferDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const { t } = useTranslation()
  const send = useSend(staffApi.offerOwnership)
  const form = useContractForm(OwnershipInput, {
    values: { to: staff._id, staysOwner: false, password: '' },
    onSave: async body => {
      await send.mutateAsync({ body })
      onClose()
    },
  })
  const name = nameOf(staff)
  return (
    <ModalForm
      form={form}
      title={t('staff.ownership.offerTitle', { name })}
      saveLabel={t('staff.ownership.offer')}
      onClose={onClose}
    >
      <p className={css.note}>{t('staff.ownership.offerText', { name })}</p>
      <SwitchField
        form={form}
        name="staysOwner"
        label={t('staff.ownership.stay')}
        description={t(
          form.values.staysOwner ? 'staff.ownership.staying' : 'staff.ownership.going',
        )}
      />
      <PasswordField
        form={form}
        name="password"
        label={t('staff.field.password')}
        autoComplete="current-password"
      />
    </ModalForm>
  )
}
