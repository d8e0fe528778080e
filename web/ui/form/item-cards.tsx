import { ActionIcon, Collapse } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './item-cards.module.css'

type Item = {
  key: string
  name: string /** Small words beside the name. */
  note?: string
  isWrong?: boolean
  content: ReactNode
}
type Props = {
  items: readonly Item[] /** Open from the start. */
  openKey?: string | undefined
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

/** Things in an order of their own, each a card that unfolds to be edited. */
export function ItemCards({ items, openKey, onMove, onRemove }: Props) {
  const [open, setOpen] = useState(openKey)
  return (
    <ul className={css.list}>
      {items.map((item, index) => (
        <li key={item.key} className={css.card} data-wrong={item.isWrong || undefined}>
          <Head
            item={item}
            isOpen={open === item.key}
            onToggle={() => setOpen(open === item.key ? undefined : item.key)}
            onRemove={() => onRemove(index)}
            onUp={index > 0 ? () => onMove(index, index - 1) : undefined}
            onDown={index < items.length - 1 ? () => onMove(index, index + 1) : undefined}
          />
          <Collapse expanded={open === item.key || item.isWrong === true}>
            <div className={css.body}>{item.content}</div>
          </Collapse>
        </li>
      ))}
    </ul>
  )
}

type HeadProps = {
  item: Item
  isOpen: boolean
  onToggle: () => void
  onRemove: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function Head({ item: { name, note }, isOpen, onToggle, onRemove, onUp, onDown }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className={css.head}>
      <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={onToggle}>
        <IconChevronDown
          size={16}
          stroke={1.75}
          className={css.chevron}
          data-open={isOpen || undefined}
          aria-hidden
        />
        <span className={css.name}>{name}</span>
        {note && <span className={css.note}>{note}</span>}
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        disabled={!onUp}
        aria-label={t('ui.items.up', { name })}
        onClick={onUp}
      >
        <IconArrowUp size={15} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        disabled={!onDown}
        aria-label={t('ui.items.down', { name })}
        onClick={onDown}
      >
        <IconArrowDown size={15} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('ui.items.remove', { name })}
        onClick={onRemove}
      >
        <IconTrash size={15} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

export function movedItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [moved] = items.slice(from, from + 1)
  return moved === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, moved)
}
