import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'

/** A link to open the store for customers. It is hidden once the store is live. */
export function OpenStoreLink() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const store = useCurrentStore()
  // An empty space of the same width keeps the other buttons in place while the store loads.
  if (!store) return <span style={{ width: 36 }} />
  if (store.status === 'live' || !hasPermission('business:write')) return null
  const label = t('shell.navbar.launchStore')
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={getRecordPath('business', store._id)}
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
