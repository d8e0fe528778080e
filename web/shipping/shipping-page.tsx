import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { labelServiceApi } from '#contract/store/label-service.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import { OpenRecordForm } from '../ui/form/open-record-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { LabelServiceCard } from './label-service-card.tsx'
import { LabelServiceDrawer } from './label-service-drawer.tsx'
import css from './shipping.module.css'
import { ShippingCarriersCard } from './shipping-carriers-card.tsx'
import { ShippingCarriersDrawer } from './shipping-carriers-drawer.tsx'
import { ShippingSettingsCard } from './shipping-settings-card.tsx'
import { ShippingSettingsDrawer } from './shipping-settings-drawer.tsx'
import { ShippingZoneCard } from './shipping-zone-card.tsx'
import { ShippingZoneDrawer } from './shipping-zone-drawer.tsx'

/** Lists the places to which the store delivers, with the rates that shoppers choose from. */
export function ShippingPage() {
  const { t } = useTranslation()
  const zones = useQuery(queryOptionsFor(shippingApi.list, {}))
  const settings = useQuery(queryOptionsFor(shippingApi.getSettings, {}))
  const labelService = useQuery(queryOptionsFor(labelServiceApi.get, {}))
  const drawer = useDialogParam('zone')
  const addButton = (
    <AddButton can="business:write" label={t('shipping.add')} onClick={() => drawer.open('new')} />
  )
  return (
    <>
      <PageHeader title={t('shipping.title')} subtitle={t('shipping.subtitle')}>
        {addButton}
      </PageHeader>
      <QueryBoundary query={zones}>
        {items => (
          <CardStack>
            {items.length === 0 && (
              <SectionCard>
                <EmptyState
                  can="business:write"
                  title={t('shipping.empty')}
                  text={t('shipping.emptyText')}
                >
                  {addButton}
                </EmptyState>
              </SectionCard>
            )}
            {items.map(zone => (
              <ShippingZoneCard key={zone._id} zone={zone} onEdit={() => drawer.open(zone._id)} />
            ))}
            <OpenRecordForm dialog={drawer} records={items} Form={ShippingZoneDrawer} />
          </CardStack>
        )}
      </QueryBoundary>
      {settings.data && (
        <div className={css.settings}>
          <ShippingSettingsCard settings={settings.data} onEdit={() => drawer.open('times')} />
          <ShippingCarriersCard
            carriers={settings.data.carriers}
            onEdit={() => drawer.open('carriers')}
          />
          {drawer.value === 'times' && (
            <ShippingSettingsDrawer settings={settings.data} onClose={drawer.close} />
          )}
          {drawer.value === 'carriers' && (
            <ShippingCarriersDrawer settings={settings.data} onClose={drawer.close} />
          )}
          {labelService.data !== undefined && (
            <LabelServiceCard
              service={labelService.data}
              onEdit={() => drawer.open('labelService')}
            />
          )}
          {labelService.data !== undefined && drawer.value === 'labelService' && (
            <LabelServiceDrawer service={labelService.data} onClose={drawer.close} />
          )}
        </div>
      )}
    </>
  )
}
ShippingPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(shippingApi.list, {})),
    client.prefetchQuery(queryOptionsFor(shippingApi.getSettings, {})),
    client.prefetchQuery(queryOptionsFor(labelServiceApi.get, {})),
  ])) satisfies Prefetch
