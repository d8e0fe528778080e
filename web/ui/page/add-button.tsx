import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Permission } from '#contract/lib/call/permission.ts'
import { useHasPermission } from '../../lib/session/session.ts'

type Props = {
  /** Verb and noun, such as "Add product". */
  label: string
  /** The permission to add records. Users without it do not see the button. */
  can?: Permission
} & ({ to: string } | { onClick: () => void })

/** The primary button of a list: a link to the page of a new record, or the opener of its form. */
export function AddButton({ label, can, ...target }: Props) {
  const hasPermission = useHasPermission()
  if (can && !hasPermission(can)) return null
  const icon = <IconPlus size={16} stroke={1.75} />
  return 'to' in target ? (
    <Button component={Link} to={target.to} leftSection={icon}>
      {label}
    </Button>
  ) : (
    <Button onClick={target.onClick} leftSection={icon}>
      {label}
    </Button>
  )
}
