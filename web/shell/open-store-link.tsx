import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHasPermission } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'

/** To where a store is opened, while it is closed. The shop itself is not served yet: nothing leads there. */
export function OpenStoreLink() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const store = useCurrentStore()
  // Its place is kept, so that its neighbours stay where they are.
  if (!store) return <span style={{ width: 36 }} />
  if (store.status === 'live' || !hasPermission('business:write')) return null
  const label = t('shell.navbar.openStore')
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={`/apps/myStore/update/${store._id}`}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
      >
        <IconBuildingStore size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
