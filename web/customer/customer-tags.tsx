import type { Customer } from '#contract/customer/customer.ts'
import css from './customer.module.css'

/** Displays the tags of a customer, or a dash if there are none. */
export function CustomerTags({ tags }: Pick<Customer, 'tags'>) {
  if (tags.length === 0) return '–'
  return (
    <span className={css.tags}>
      {tags.map(tag => (
        <bdi key={tag} className={css.tag}>
          {tag}
        </bdi>
      ))}
    </span>
  )
}
