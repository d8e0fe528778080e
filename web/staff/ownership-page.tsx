import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { OwnershipAcceptance, type OwnershipOffer, staffApi } from '#contract/staff/staff.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { switchStore } from '../lib/session/refresh-permissions.ts'
import { useSession } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import emptyStoresDrawing from '../ui/art/empty-stores.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './staff.module.css'
import { getStaffName } from './staff-labels.ts'

/** The page linked in the email of an ownership offer. The recipient accepts or declines it. */
export function OwnershipPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const ownId = useSession()?._id
  const offer = useQuery({
    ...queryOptionsFor(staffApi.getOwnershipOffer, { params: { id } }),
    retry: false,
  })
  return (
    <div className={css.page}>
      <PageHeader title={t('staff.ownership.pageTitle')} />
      <QueryBoundary query={offer}>
        {loadedOffer =>
          loadedOffer && loadedOffer.to._id === ownId ? (
            <OfferAnswerForm offer={loadedOffer} />
          ) : (
            <NoOffer />
          )
        }
      </QueryBoundary>
    </div>
  )
}

function NoOffer() {
  const { t } = useTranslation()
  return (
    <SectionCard>
      <EmptyState
        title={t('staff.ownership.noOffer')}
        text={t('staff.ownership.noOfferText')}
        drawing={emptyStoresDrawing}
      >
        <Button component={Link} to="/dashboard">
          {t('shell.notFound.home')}
        </Button>
      </EmptyState>
    </SectionCard>
  )
}

function OfferAnswerForm({
  offer: { from, business: store, staysOwner, expiresAt },
}: {
  offer: OwnershipOffer
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const navigate = useNavigate()
  const accept = useRouteMutation(staffApi.acceptOwnership)
  const decline = useRouteMutation(staffApi.cancelOwnershipOffer)
  const params = { id: store._id }
  const form = useContractForm(OwnershipAcceptance, {
    values: { password: '', otp: '' },
    onSave: async body => {
      await accept.mutateAsync({ params, body })
      await switchStore(store._id)
      await navigate('/apps/staff/list')
    },
  })
  return (
    <SectionCard
      title={t('staff.ownership.acceptTitle', { store: store.name })}
      hint={t(staysOwner ? 'staff.ownership.shareText' : 'staff.ownership.transferText', {
        name: getStaffName(from),
      })}
    >
      <KeyValues
        items={[
          { label: t('staff.ownership.offeredBy'), value: <bdi>{getStaffName(from)}</bdi> },
          { label: t('staff.field.email'), value: <bdi>{from.email}</bdi> },
          { label: t('staff.ownership.expires'), value: format.dateTime(expiresAt) },
        ]}
      />
      <form
        noValidate
        className={css.answerForm}
        onSubmit={event => {
          event.preventDefault()
          form.save()
        }}
      >
        <ReauthenticationFields
          form={form}
          getFieldName={part => part}
          description={t('staff.ownership.passwordHint')}
        />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            loading={decline.isPending}
            onClick={() => decline.mutate({ params })}
          >
            {t('staff.ownership.decline')}
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {t('staff.ownership.accept')}
          </Button>
        </Group>
      </form>
    </SectionCard>
  )
}
