import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useHasFirstData } from '../lib/page/use-has-first-data.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { StorefrontIconLink } from '../store/storefront-link.tsx'

type PreviewMenuProps = ComponentProps<typeof import('./preview-menu.tsx').PreviewMenu>

// Its code contains the contract of all sections, which a launched store does not need. Without it,
// for example after a lost connection, the page stays usable.
const PreviewMenu = lazy<ComponentType<PreviewMenuProps>>(() =>
  import('./preview-menu.tsx').then(
    m => ({ default: m.PreviewMenu }),
    () => ({ default: LaunchLink }),
  ),
)

/** A link to the pages of the store. Before the launch, a menu to preview and to launch it. */
export function OpenStoreLink() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const store = useCurrentStore()
  const hasFirstData = useHasFirstData()
  // An empty space of the same width keeps the other buttons in place while the store loads.
  const space = <span style={{ width: 36 }} />
  if (!store) return space
  if (store.status === 'live' || store.status === 'paused')
    return <StorefrontIconLink label={t('store.view')} url={store.storefrontUrl} size={36} />
  const canLaunch = hasPermission('business:write')
  if (store.status === 'draft' && hasPermission('theme:read'))
    return (
      <Suspense fallback={space}>
        {hasFirstData ? <PreviewMenu store={store} canLaunch={canLaunch} /> : space}
      </Suspense>
    )
  return <LaunchLink store={store} canLaunch={canLaunch} />
}

function LaunchLink({ store, canLaunch }: PreviewMenuProps) {
  const { t } = useTranslation()
  if (!canLaunch) return null
  const label = t('shell.navbar.launchStore')
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={getRecordPath('store', store._id)}
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
