import { ActionIcon, Menu } from '@mantine/core'
import { IconBuildingStore, IconEye, IconRocket } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Store } from '#contract/store/store.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useOpenStorePreview } from '../preview/use-open-store-preview.ts'

/** Previews or launches a store that shoppers cannot visit yet. */
export function PreviewMenu({ store, canLaunch }: { store: Store; canLaunch: boolean }) {
  const { t } = useTranslation()
  const openPreview = useOpenStorePreview()
  const icon = { size: 16, stroke: 1.75 }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('store.view')}>
          <IconBuildingStore size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void openPreview()}>
          {t('shell.navbar.previewStore')}
          <span className="sw-hidden"> ({t('store.newTab')})</span>
        </Menu.Item>
        {canLaunch && (
          <Menu.Item
            component={Link}
            to={getRecordPath('store', store._id)}
            leftSection={<IconRocket {...icon} />}
          >
            {t('shell.navbar.launchStore')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
