import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { roleApi } from '#contract/staff/role.ts'
import { StaffStatus, staffApi } from '#contract/staff/staff.ts'
import { PlanUseLink } from '../component/plan-use-link.tsx'
import { StaffTabs } from '../component/staff-tabs.tsx'
import { pollingOptions, queryOptionsFor } from '../lib/call/api.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate } from '../lib/session/permission-gate.tsx'
import { ExportMenu } from '../list/export-menu.tsx'
import { ListPage } from '../list/list-page.tsx'
import { ColumnFilterRow } from '../list/table/column-filter-row.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import { AddButton } from '../ui/page/add-button.tsx'
import { useStaffColumns } from './staff-columns.tsx'
import { useStaffFilters } from './staff-filters.tsx'
import { StaffInviteDialog } from './staff-invite-dialog.tsx'
import { getStaffName } from './staff-labels.ts'

const staffList = {
  route: staffApi.list,
  name: 'staff',
  tab: 'status',
  defaultSort: 'name',
} as const

/** Lists staff members and invitations. */
export function StaffListPage() {
  const { t } = useTranslation()
  const roles = useQuery(queryOptionsFor(roleApi.list, {})).data ?? []
  const filters = useStaffFilters(roles)
  const staff = useList(staffList, pollingOptions)
  const invite = useDialogParam('invite')
  return (
    <>
      <StaffTabs />
      <ListPage
        {...staff}
        title={t('staff.title')}
        buttons={
          <>
            <ExportMenu
              csv={staffApi.exportCsv}
              xlsx={staffApi.exportXlsx}
              args={{ query: staff.list.query }}
            />
            <PlanUseLink resource="staff" />
            <AddButton
              can="staff:write"
              label={t('staff.invite.action')}
              onClick={() => invite.open('')}
            />
          </>
        }
        tabs={{
          label: t('staff.field.status'),
          values: StaffStatus.options,
          getLabel: value => (value === 'all' ? t('ui.view.all') : t(`staff.status.${value}`)),
        }}
        columns={useStaffColumns(roles)}
        getRowName={getStaffName}
        getRowLink={row => `/apps/staff/view/${row._id}`}
        filters={filters}
        renderFilterRow={columns => (
          <ColumnFilterRow list={staff.list} columns={columns} filters={filters} />
        )}
        empty={null}
      >
        {invite.value !== null && (
          <FormGate permission="staff:write">
            <StaffInviteDialog roles={roles} onClose={invite.close} />
          </FormGate>
        )}
      </ListPage>
    </>
  )
}
StaffListPage.prefetch = prefetchList(staffList, roleApi.list)
