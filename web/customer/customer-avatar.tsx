import type { Customer } from '#contract/customer.ts'
import css from './customer.module.css'

const getInitials = (name: string) =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(word => [...word][0]?.toLocaleUpperCase())
    .join('')

/** Two letters in a circle; the name stands beside it. */
export const CustomerAvatar = ({
  customer: { name, email },
}: {
  customer: Pick<Customer, 'name' | 'email'>
}) => (
  <span className={css.avatar} aria-hidden>
    {getInitials(name || email.split('@')[0] || '?')}
  </span>
)
