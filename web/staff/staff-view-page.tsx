import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigation, useParams } from 'react-router'
import { coversAbilities } from '#contract/lib/permission.ts'
import { roleApi } from '#contract/role.ts'
import { type Staff, StaffEdit, staffApi } from '#contract/staff.ts'
import { followed, queryOf, useSend } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useRoleName } from '../lib/session/role-words.ts'
import { useMay, useRights, useSession } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { RightsGrid } from '../ui/page/rights-grid.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { OfferWhenWanted, OwnershipCard } from './ownership-card.tsx'
import { RoleField } from './role-field.tsx'
import css from './staff.module.css'
import { StaffActions } from './staff-actions.tsx'
import { nameOf, useLastHere, useStanding } from './staff-words.ts'

/** One of the staff: what they may do, and what can be done about it. */
export function StaffViewPage() {
  const { id = '' } = useParams()
  const { data, error } = useSuspenseQuery({
    ...queryOf(staffApi.get, { params: { id } }),
    ...followed,
  })
  // Whoever takes somebody out here is on the way to the list by then.
  const isStaying = useNavigation().state === 'idle'
  return isStaying && error instanceof ApiError && error.status === 404 ? (
    <ErrorState error={error} />
  ) : (
    <View staff={data} />
  )
}

function View({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const roles = useQuery({ ...queryOf(roleApi.list, {}), ...followed }).data ?? []
  const standing = useStanding()
  const reach = useReach(staff)
  const update = useSend(staffApi.update)
  const form = useContractForm(StaffEdit, {
    values: { role: staff.role, version: staff.version },
    onSave: body => update.mutateAsync({ params: { id: staff._id }, body }),
  })
  const chosen =
    form.values.role !== staff.role
      ? roles.find(({ role }) => role === form.values.role)?.ability
      : undefined
  return (
    <>
      <EditForm form={form}>
        <PageHeader
          title={nameOf(staff)}
          back={{ to: '/apps/staff/list', label: t('staff.title') }}
          badges={<StatusBadge {...standing(staff)} />}
        >
          <StaffActions staff={staff} isSelf={reach.isSelf} isInReach={reach.isInReach} />
        </PageHeader>
        <EditColumns
          side={
            <>
              <Details staff={staff} />
              <OwnershipCard staff={staff} />
            </>
          }
        >
          <SectionCard title={t('staff.view.role')}>
            {reach.isInReach && roles.length > 0 ? (
              <RoleField form={form} name="role" roles={roles} />
            ) : (
              <FixedRole staff={staff} isSelf={reach.isSelf} />
            )}
          </SectionCard>
          <SectionCard
            title={t('staff.view.rights')}
            hint={t(
              staff.status === 'pending' ? 'staff.view.rightsPending' : 'staff.view.rightsHint',
            )}
          >
            <RightsGrid ability={chosen ?? staff.ability} label={t('staff.view.rights')} />
          </SectionCard>
        </EditColumns>
      </EditForm>
      {/* A form of its own, so it does not stand within the other. */}
      <OfferWhenWanted staff={staff} />
    </>
  )
}
StaffViewPage.warm = (({ client, id }) =>
  Promise.all([
    client.prefetchQuery(queryOf(staffApi.get, { params: { id } })),
    client.prefetchQuery(queryOf(roleApi.list, {})),
  ])) satisfies Warm

/** The same rule as the server's: not oneself, nobody who may do more, and owners by owners alone. */
function useReach(staff: Staff) {
  const { role, ability } = useRights()
  const isSelf = useSession()?._id === staff._id
  const isInReach =
    useMay()('staff:write') &&
    !isSelf &&
    (staff.role !== 'owner' || role === 'owner') &&
    coversAbilities(ability, staff.ability)
  return { isSelf, isInReach }
}

function FixedRole({ staff, isSelf }: { staff: Staff; isSelf: boolean }) {
  const { t } = useTranslation()
  const nameOfRole = useRoleName()
  return (
    <div>
      <p className={css.role}>{nameOfRole(staff.role, staff.roleName)}</p>
      {isSelf && <p className={css.note}>{t('staff.view.ownRole')}</p>}
    </div>
  )
}

function Details({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lastHere = useLastHere()
  const isPending = staff.status === 'pending'
  return (
    <SectionCard title={t('staff.view.details')}>
      <KeyValues
        items={[
          { label: t('staff.field.email'), value: <bdi className={css.email}>{staff.email}</bdi> },
          ...(isPending
            ? [
                { label: t('staff.field.invitedBy'), value: staff.invitedBy },
                { label: t('staff.invited'), value: format.date(staff.createdAt) },
                { label: t('staff.field.expires'), value: format.dateTime(staff.expiresAt) },
              ]
            : [
                { label: t('staff.field.since'), value: format.date(staff.createdAt) },
                { label: t('staff.field.lastSeen'), value: lastHere(staff) },
              ]),
        ]}
      />
    </SectionCard>
  )
}
