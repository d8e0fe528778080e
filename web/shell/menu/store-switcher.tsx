import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { type Store, storeApi } from '#contract/store/store.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useStoreId } from '../../lib/session/session.ts'
import { useSwitchStore } from '../../store/use-switch-store.ts'
import css from './store-switcher.module.css'

/** Displays the current store of this browser tab and switches to another. */
export function StoreSwitcher({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const id = useStoreId()
  const stores = useQuery(queryOptionsFor(storeApi.list, { query: { perPage: 100, sort: 'name' } }))
    .data?.items
  const switchStore = useSwitchStore()
  const currentStore = stores?.find(store => store._id === id)
  return (
    <Menu position="bottom-start" width="target" onClose={onNavigate}>
      <Menu.Target>
        <UnstyledButton className={css.button}>
          <span className="sw-hidden">{t('shell.switcher.label')}: </span>
          <StoreLogo store={currentStore} />
          <span className={css.text}>
            <span className={css.name}>
              {currentStore?.name ?? (stores ? t('shell.switcher.none') : '\u00a0')}
            </span>
            <span className={css.host}>{formatDomain(currentStore?.host ?? '\u00a0')}</span>
          </span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {stores?.map(store => (
          <Menu.Item
            key={store._id}
            leftSection={<StoreLogo store={store} size={24} />}
            rightSection={store._id === id && <IconCheck size={16} />}
            onClick={() => void switchStore(store._id)}
          >
            {store.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/apps/myStore/create"
          leftSection={<IconPlus size={16} stroke={1.75} />}
        >
          {t('shell.switcher.add')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/apps/myStore/list"
          leftSection={<IconBuildingStore size={16} stroke={1.75} />}
        >
          {t('shell.switcher.all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function StoreLogo({ store, size = 36 }: { store: Store | undefined; size?: number }) {
  return (
    <Avatar
      src={store?.logo || null}
      name={store?.name}
      alt=""
      color="accent"
      size={size}
      radius={size / 5}
      aria-hidden
    />
  )
}
