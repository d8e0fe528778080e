import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Permission } from '#contract/lib/call/permission.ts'
import { useHasPermission } from '../../lib/session/session.ts'

type Props = {
  label: string
  to: string
  /** The permission for the page. Users without it do not see the button. */
  can: Permission
  variant?: 'filled' | 'default' | 'subtle'
}

/** A button that links to a page. */
export function LinkButton({ label, to, can, variant = 'default' }: Props) {
  if (!useHasPermission()(can)) return null
  return (
    <Button component={Link} to={to} variant={variant}>
      {label}
    </Button>
  )
}
