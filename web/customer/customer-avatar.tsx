import type { Customer } from '#contract/customer/customer.ts'
import css from './customer.module.css'

const getInitials = (name: string) =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(word => [...word][0]?.toLocaleUpperCase())
    .join('')

/** Shows the initials in a circle, hidden from screen readers because the name is beside it. */
export const CustomerAvatar = ({
  customer: { name, email },
}: {
  customer: Pick<Customer, 'name' | 'email'>
}) => (
  <span className={css.avatar} aria-hidden>
    {getInitials(name || email.split('@')[0] || '?')}
  </span>
)
