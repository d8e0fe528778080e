import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

/** A link from one account page to another. */
export const AccountLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} inherit fw={500}>
    {label}
  </Anchor>
)
