import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Theme } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'
import { saveFile } from '../lib/call/transfer.ts'
import { toast } from '../lib/page/toast.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'

export type ThemeDialog = { kind: 'share' | 'rename' | 'delete'; theme: Theme }

/** Lists what can be done with a theme besides using and customizing it. */
export function ThemeMenu({
  theme,
  onOpenDialog,
}: {
  theme: Theme
  onOpenDialog: (dialog: ThemeDialog) => void
}) {
  const { t } = useTranslation()
  const duplicate = useRouteMutation(themeDraftApi.duplicate)
  const icon = { size: 16, stroke: 1.75 }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('theme.menu.label', { name: theme.name })}
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconShare {...icon} />}
          onClick={() => onOpenDialog({ kind: 'share', theme })}
        >
          {t('theme.menu.preview')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void exportTheme(theme)}>
          {t('theme.menu.export')}
        </Menu.Item>
        <PermissionGate permission="theme:write">
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            onClick={() => duplicate.mutate({ params: { id: theme._id }, body: {} })}
          >
            {t('theme.menu.duplicate')}
          </Menu.Item>
          {theme.isOwn && (
            <Menu.Item
              leftSection={<IconPencil {...icon} />}
              onClick={() => onOpenDialog({ kind: 'rename', theme })}
            >
              {t('theme.menu.rename')}
            </Menu.Item>
          )}
          {theme.isOwn && !theme.active && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...icon} />}
              onClick={() => onOpenDialog({ kind: 'delete', theme })}
            >
              {t('theme.menu.delete')}
            </Menu.Item>
          )}
        </PermissionGate>
      </Menu.Dropdown>
    </Menu>
  )
}

async function exportTheme({ _id, name }: Theme) {
  try {
    const file = await callApi(themeDraftApi.export, { params: { id: _id } })
    const json = JSON.stringify(file, null, 2)
    saveFile(`${name}.json`, new Blob([json], { type: 'application/json' }))
  } catch (error) {
    toast.failure(error)
  }
}
