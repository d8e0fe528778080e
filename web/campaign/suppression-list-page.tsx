import { useTranslation } from 'react-i18next'
import {
  type Suppression,
  SuppressionReason,
  suppressionApi,
} from '#contract/campaign/suppression.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate } from '../lib/session/permission-gate.tsx'
import { toOptions } from '../lib/to-options.ts'
import { ListPage } from '../list/list-page.tsx'
import { createdAtColumn } from '../list/table/created-at-column.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { useDeleteRowActions } from '../list/use-delete-row-actions.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { AddButton } from '../ui/page/add-button.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { SuppressionDialog } from './suppression-dialog.tsx'

const suppressionList = { route: suppressionApi.list, name: 'suppression' } as const

/** Lists the addresses that receive no campaigns and no automatic emails. */
export function SuppressionListPage() {
  const { t } = useTranslation()
  const dialog = useDialogParam('edit')
  const columns: ListColumn<Suppression>[] = [
    {
      key: 'email',
      label: t('suppression.email'),
      sort: 'email',
      render: ({ email }) => <EntityCell title={email} />,
    },
    {
      key: 'reason',
      label: t('suppression.reason'),
      width: 200,
      phonePosition: 'side',
      render: ({ reason }) => t(`suppression.reasons.${reason}`),
    },
    { ...createdAtColumn, label: t('suppression.createdAt') },
  ]
  return (
    <ListPage
      {...useList(suppressionList)}
      title={t('suppression.title')}
      subtitle={t('suppression.subtitle')}
      back={{ to: '/apps/campaign/list', label: t('shell.menu.campaigns') }}
      buttons={
        <AddButton
          can="campaign:write"
          label={t('suppression.add')}
          onClick={() => dialog.open('new')}
        />
      }
      columns={columns}
      getRowName={({ email }) => email}
      filters={[
        {
          key: 'reason',
          label: t('suppression.reason'),
          isSingleChoice: true,
          options: toOptions(SuppressionReason.options, value => t(`suppression.reasons.${value}`)),
        },
      ]}
      actions={useDeleteRowActions(suppressionApi.delete, ({ email }: Suppression) => ({
        iconLabel: t('suppression.allowOf', { email }),
        label: t('suppression.allow'),
        title: t('suppression.allowTitle', { email }),
        text: t('suppression.allowText'),
      }))}
      empty={{
        drawing: mailboxDrawing,
        title: t('suppression.emptyTitle'),
        text: t('suppression.emptyText'),
      }}
    >
      {dialog.value === 'new' && (
        <FormGate permission="campaign:write">
          <SuppressionDialog onClose={dialog.close} />
        </FormGate>
      )}
    </ListPage>
  )
}
SuppressionListPage.prefetch = prefetchList(suppressionList)
