import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigation, useParams } from 'react-router'
import { coversAbilities } from '#contract/lib/call/permission.ts'
import { roleApi } from '#contract/staff/role.ts'
import { type Staff, StaffEdit, staffApi } from '#contract/staff/staff.ts'
import { pollingOptions, queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useHasPermission, usePermissions, useSession } from '../lib/session/session.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { ErrorState } from '../ui/message/error-state.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { PermissionGrid } from '../ui/page/permission-grid.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { OwnershipCard, OwnershipOfferFromUrl } from './ownership-card.tsx'
import { RoleField } from './role-field.tsx'
import css from './staff.module.css'
import { StaffActions } from './staff-actions.tsx'
import { getStaffName, useLastSeenFormatter, useStaffStatusBadge } from './staff-labels.ts'

/** Displays a staff member or an invitation with its role and permissions. */
export function StaffViewPage() {
  const { id = '' } = useParams()
  const { data, error } = useSuspenseQuery({
    ...queryOptionsFor(staffApi.get, { params: { id } }),
    ...pollingOptions,
  })
  // After a removal the navigation to the list is pending, so the 404 is not displayed.
  const isIdle = useNavigation().state === 'idle'
  return isIdle && error instanceof ApiError && error.status === 404 ? (
    <ErrorState error={error} />
  ) : (
    <StaffView staff={data} />
  )
}

function StaffView({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const roles = useQuery({ ...queryOptionsFor(roleApi.list, {}), ...pollingOptions }).data ?? []
  const getStatusBadge = useStaffStatusBadge()
  const access = useStaffAccess(staff)
  const update = useRouteMutation(staffApi.update)
  const form = useContractForm(StaffEdit, {
    values: { role: staff.role, version: staff.version },
    onSave: body => update.mutateAsync({ params: { id: staff._id }, body }),
  })
  const selectedAbility =
    form.values.role !== staff.role
      ? roles.find(({ role }) => role === form.values.role)?.ability
      : undefined
  return (
    <>
      <EditForm form={form}>
        <PageHeader
          title={getStaffName(staff)}
          back={{ to: '/apps/staff/list', label: t('staff.title') }}
          badges={<StatusBadge {...getStatusBadge(staff)} />}
        >
          <StaffActions staff={staff} isSelf={access.isSelf} canManage={access.canManage} />
        </PageHeader>
        <EditColumns
          sidebar={
            <>
              <StaffDetails staff={staff} />
              <OwnershipCard staff={staff} />
            </>
          }
        >
          <SectionCard title={t('staff.view.role')}>
            {access.canManage && roles.length > 0 ? (
              <RoleField form={form} name="role" roles={roles} />
            ) : (
              <FixedRole staff={staff} isSelf={access.isSelf} />
            )}
          </SectionCard>
          <SectionCard
            title={t('staff.view.permissions')}
            hint={t(
              staff.status === 'pending'
                ? 'staff.view.permissionsPending'
                : 'staff.view.permissionsHint',
            )}
          >
            <PermissionGrid
              ability={selectedAbility ?? staff.ability}
              label={t('staff.view.permissions')}
            />
          </SectionCard>
        </EditColumns>
      </EditForm>
      {/* It contains a form, which cannot be inside the other form. */}
      <OwnershipOfferFromUrl staff={staff} />
    </>
  )
}
StaffViewPage.prefetch = (({ client, id }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(staffApi.get, { params: { id } })),
    client.prefetchQuery(queryOptionsFor(roleApi.list, {})),
  ])) satisfies Prefetch

/**
 * Returns whether the user can change the staff member, by the rule of the server: not the own
 * membership, no one with more permissions, and owners only as an owner.
 */
function useStaffAccess(staff: Staff) {
  const { isOwner, ability } = usePermissions()
  const isSelf = useSession()?._id === staff._id
  const canManage =
    useHasPermission()('staff:write') &&
    !isSelf &&
    (staff.role !== 'owner' || isOwner) &&
    coversAbilities(ability, staff.ability)
  return { isSelf, canManage }
}

function FixedRole({ staff, isSelf }: { staff: Staff; isSelf: boolean }) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  return (
    <div>
      <p className={css.role}>{formatRoleName(staff.role, staff.roleName)}</p>
      {isSelf && <p className={css.note}>{t('staff.view.ownRole')}</p>}
    </div>
  )
}

function StaffDetails({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatLastSeen = useLastSeenFormatter()
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
                { label: t('staff.field.added'), value: format.date(staff.createdAt) },
                { label: t('staff.field.lastSeen'), value: formatLastSeen(staff) },
              ]),
        ]}
      />
    </SectionCard>
  )
}
