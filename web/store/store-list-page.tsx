import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Store, storeApi } from '#contract/store/store.ts'
import { PlanUseLink } from '../component/plan-use-link.tsx'
import { useCountryName } from '../lib/country-name.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useStoreId } from '../lib/session/session.ts'
import { ListPage } from '../list/list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyStoresDrawing from '../ui/art/empty-stores.svg?raw'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { storeStatusTones } from './store-options.ts'
import { useSwitchStore } from './use-switch-store.ts'

const storeList = {
  route: storeApi.list,
  name: 'business',
  defaultSort: 'createdAt',
} as const

/** Lists the user's stores and switches between them. */
export function StoreListPage() {
  const { t } = useTranslation()
  const addButton = <AddButton label={t('myStore.list.add')} to="/apps/myStore/create" />
  return (
    <ListPage
      {...useList(storeList)}
      title={t('myStore.list.title')}
      buttons={
        <>
          <PlanUseLink resource="store" />
          {addButton}
        </>
      }
      columns={useStoreColumns()}
      getRowName={store => store.name}
      getRowLink={store => getRecordPath('store', store._id)}
      actions={store => <SwitchStoreButton store={store} />}
      empty={{
        drawing: emptyStoresDrawing,
        title: t('myStore.list.empty'),
        text: t('myStore.list.emptyText'),
        children: addButton,
      }}
    />
  )
}
StoreListPage.prefetch = prefetchList(storeList)

function SwitchStoreButton({ store }: { store: Store }) {
  const { t } = useTranslation()
  const switchStore = useSwitchStore()
  const isCurrentStore = useStoreId() === store._id
  if (isCurrentStore) return <StatusBadge tone="info" label={t('myStore.list.current')} />
  return (
    <Button
      size="compact-sm"
      variant="default"
      rightSection={<IconArrowRight size={14} stroke={1.75} />}
      aria-label={t('myStore.list.switchTo', { name: store.name })}
      onClick={() => void switchStore(store._id)}
    >
      {t('myStore.list.switch')}
    </Button>
  )
}

function useStoreColumns(): ListColumn<Store>[] {
  const { t, i18n } = useTranslation()
  const format = useFormatters()
  const formatCountry = useCountryName()
  const currencies = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  return [
    {
      key: 'name',
      label: t('myStore.list.store'),
      sort: 'name',
      render: ({ name, logo, host }) => <EntityCell imageUrl={logo} title={name} details={host} />,
    },
    {
      key: 'status',
      label: t('myStore.field.status'),
      render: ({ status }) => (
        <StatusBadge tone={storeStatusTones[status]} label={t(`myStore.status.${status}`)} />
      ),
    },
    {
      key: 'currency',
      label: t('myStore.field.currency'),
      minScreen: 'tablet',
      render: ({ currency }) => <span title={currencies.of(currency)}>{currency}</span>,
    },
    {
      key: 'country',
      label: t('ui.address.country'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ address }) => formatCountry(address.country) || '–',
    },
    {
      key: 'createdAt',
      label: t('myStore.list.created'),
      sort: 'createdAt',
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ createdAt }) => (
        <span title={format.dateTime(createdAt)}>{format.date(createdAt)}</span>
      ),
    },
  ]
}
