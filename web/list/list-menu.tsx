import { Menu } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { PageMoreButton } from '../ui/page/more-button.tsx'

type Props = {
  label: string
  importLabel: string
  importPath: string
  exportLabel: string
  onExport: () => void
  /** Further items, before the import. */
  children?: ReactNode
}

/** The menu beside the title of a list, which imports and exports its rows. */
export function ListMenu({
  label,
  importLabel,
  importPath,
  exportLabel,
  onExport,
  children,
}: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <PageMoreButton label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <PermissionGate permission="import:write">
          <Menu.Item
            component={Link}
            to={importPath}
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {importLabel}
          </Menu.Item>
        </PermissionGate>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onExport}>
          {exportLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
