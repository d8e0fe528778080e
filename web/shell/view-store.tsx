import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../lib/session.ts'
import { useStore } from '../lib/use-store.ts'

/** To the shop that customers see; to where it is opened while it is closed. */
export function ViewStore({ className }: { className?: string | undefined }) {
  const { t } = useTranslation()
  const may = useMay()
  const store = useStore()
  // Its place is kept, so that its neighbours stay where they are.
  if (!store) return <span className={className} style={{ width: 36 }} />
  const isLive = store.status === 'live'
  if (!isLive && !may('business:write')) return null
  const label = t(isLive ? 'shell.navbar.viewStore' : 'shell.navbar.openStore')
  const icon = <IconExternalLink size={18} stroke={1.75} />
  return (
    <Tooltip label={label}>
      {isLive
        ? <ActionIcon className={className} component="a" href={addressOf(store.host)} target="_blank" rel="noopener" variant="subtle" color="gray" size={36} aria-label={label}>{icon}</ActionIcon>
        : <ActionIcon className={className} component={Link} to={`/apps/myStore/update/${store._id}`} variant="subtle" color="gray" size={36} aria-label={label}>{icon}</ActionIcon>}
    </Tooltip>
  )
}

// Stores and back office are served alike: by the same protocol, at the same port.
const addressOf = (host: string) => `${location.protocol}//${host}${location.port && `:${location.port}`}`
