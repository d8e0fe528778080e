import { UnstyledButton } from '@mantine/core'
import { useFormat } from '../lib/format.ts'
import css from './data-list.module.css'

type Tab = { value: string | undefined; label: string; count?: number | undefined }
type List = { query: object; setOne: (key: string, value: unknown) => void }

/** The list cut by one filter, with how many there are of each; the chosen one stands in the address bar. */
export function CountTabs({ list, name, tabs, label }: { list: List; name: string; tabs: readonly Tab[]; label: string }) {
  const format = useFormat()
  const now = new Map<string, unknown>(Object.entries(list.query)).get(name)
  const chosen = now === undefined ? undefined : String(now)
  return (
    <div className={css.tabs} role="group" aria-label={label}>
      {tabs.map(({ value, label: words, count }) => (
        <UnstyledButton key={value ?? ''} className={css.tab} aria-pressed={chosen === value} onClick={() => list.setOne(name, value)}>
          {words}
          {count !== undefined && <span className={css.tabCount}>{format.number(count)}</span>}
        </UnstyledButton>
      ))}
    </div>
  )
}
