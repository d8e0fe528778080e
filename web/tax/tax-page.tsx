import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { storeApi } from '#contract/store/store.ts'
import { type TaxClass, taxApi } from '#contract/store/tax.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { getStoreId, useStoreId } from '../lib/session/session.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import { OpenRecordForm } from '../ui/form/open-record-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { EuThresholdAlert } from './eu-threshold-alert.tsx'
import { TaxClassCard } from './tax-class-card.tsx'
import { TaxClassDrawer } from './tax-class-drawer.tsx'
import { TaxSettingsCard } from './tax-settings-card.tsx'

/** The taxes of the store: its settings, and the rates of each class of products. */
export function TaxPage() {
  const { t } = useTranslation()
  const id = useStoreId() ?? ''
  const store = useQuery(queryOptionsFor(storeApi.get, { params: { id } }))
  const classes = useQuery(queryOptionsFor(taxApi.list, {}))
  return (
    <>
      <PageHeader title={t('tax.title')} subtitle={t('tax.subtitle')} />
      <QueryBoundary query={store}>
        {detail => (
          <CardStack>
            <EuThresholdAlert store={detail} />
            <TaxSettingsCard key={detail._id} store={detail} />
            <QueryBoundary query={classes}>
              {items => <TaxClassList classes={items} />}
            </QueryBoundary>
          </CardStack>
        )}
      </QueryBoundary>
    </>
  )
}
TaxPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(taxApi.list, {})),
    client.prefetchQuery(queryOptionsFor(storeApi.get, { params: { id: getStoreId() ?? '' } })),
  ])) satisfies Prefetch

function TaxClassList({ classes }: { classes: readonly TaxClass[] }) {
  const { t } = useTranslation()
  const drawer = useDialogParam('class')
  return (
    <>
      {classes.map(taxClass => (
        <TaxClassCard
          key={taxClass._id}
          taxClass={taxClass}
          onEdit={() => drawer.open(taxClass._id)}
        />
      ))}
      <PermissionGate permission="business:write">
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => drawer.open('new')}
          >
            {t('tax.add')}
          </Button>
        </div>
      </PermissionGate>
      <OpenRecordForm dialog={drawer} records={classes} Form={TaxClassDrawer} />
    </>
  )
}
