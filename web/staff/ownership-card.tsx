import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { OwnershipInput, type Staff, staffApi } from '#contract/staff/staff.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermissions, useSession, useStoreId } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './staff.module.css'
import { getStaffName } from './staff-labels.ts'

/** Returns whether the user is an owner and the staff member is active and not an owner. */
function useCanOfferOwnership({ _id, status, role }: Staff) {
  const { isOwner } = usePermissions()
  const ownId = useSession()?._id
  return isOwner && status === 'active' && role !== 'owner' && _id !== ownId
}

/** Offers the ownership of the store to a staff member, or displays the pending offer. */
export function OwnershipCard({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const storeId = useStoreId() ?? ''
  const ownId = useSession()?._id
  const [, setParams] = useSearchParams()
  const canOffer = useCanOfferOwnership(staff)
  const offer = useQuery({
    ...queryOptionsFor(staffApi.getOwnershipOffer, { params: { id: storeId } }),
    enabled: canOffer,
  }).data
  const cancelOffer = useRouteMutation(staffApi.cancelOwnershipOffer)
  if (!canOffer) return null
  const isOfferPending = offer?.to._id === staff._id && offer.from._id === ownId
  return (
    <SectionCard title={t('staff.ownership.title')}>
      <p className={css.note}>
        {isOfferPending
          ? t('staff.ownership.pendingOffer', {
              name: getStaffName(staff),
              date: format.date(offer.expiresAt),
            })
          : t('staff.ownership.text', { name: getStaffName(staff) })}
      </p>
      {isOfferPending ? (
        <Button
          variant="default"
          loading={cancelOffer.isPending}
          onClick={() => cancelOffer.mutate({ params: { id: storeId } })}
        >
          {t('staff.ownership.cancelOffer')}
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

/** Renders the offer dialog while the URL has `?offer`. */
export function OwnershipOfferFromUrl({ staff }: { staff: Staff }) {
  const [params, setParams] = useSearchParams()
  const canOffer = useCanOfferOwnership(staff)
  return (
    canOffer &&
    params.has('offer') && (
      <OwnershipOfferDialog
        staff={staff}
        onClose={() => setParams({}, { preventScrollReset: true })}
      />
    )
  )
}

function OwnershipOfferDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const { t } = useTranslation()
  const send = useRouteMutation(staffApi.offerOwnership)
  const form = useContractForm(OwnershipInput, {
    values: { to: staff._id, staysOwner: false, password: '', otp: '' },
    onSave: async body => {
      await send.mutateAsync({ body })
      onClose()
    },
  })
  const name = getStaffName(staff)
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
        label={t('staff.ownership.remainOwner')}
        description={t(
          form.values.staysOwner ? 'staff.ownership.sharedHint' : 'staff.ownership.transferHint',
        )}
      />
      <ReauthenticationFields form={form} getFieldName={part => part} />
    </ModalForm>
  )
}
