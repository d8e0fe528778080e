import { ActionIcon, Collapse } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './sortable-cards.module.css'

type CardItem = {
  key: string
  name: string
  /** Dimmed text beside the name. */
  note?: string
  hasError?: boolean
  content: ReactNode
}
type Props = {
  items: readonly CardItem[]
  /** Key of the card that is open at first. */
  initialOpenKey?: string | null | undefined
  /** Key of the open card, or null for none, if the caller decides which is open. */
  openKey?: string | null | undefined
  onOpen?: (key: string | null) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

/** A sortable list of cards. Each card expands to edit its item. */
export function SortableCards({
  items,
  initialOpenKey = null,
  openKey,
  onOpen,
  onMove,
  onRemove,
}: Props) {
  const [openItemKey, setOpenItemKey] = useUncontrolled<string | null>({
    value: openKey,
    defaultValue: initialOpenKey,
    onChange: onOpen,
  })
  return (
    <ul className={css.list}>
      {items.map((item, index) => (
        <li
          key={item.key}
          className={css.card}
          data-key={item.key}
          data-invalid={item.hasError || undefined}
        >
          <CardHeader
            item={item}
            isOpen={openItemKey === item.key}
            onToggle={() => setOpenItemKey(openItemKey === item.key ? null : item.key)}
            onRemove={() => onRemove(index)}
            onMoveUp={index > 0 ? () => onMove(index, index - 1) : undefined}
            onMoveDown={index < items.length - 1 ? () => onMove(index, index + 1) : undefined}
          />
          <Collapse expanded={openItemKey === item.key || item.hasError === true}>
            <div className={css.body}>{item.content}</div>
          </Collapse>
        </li>
      ))}
    </ul>
  )
}

type CardHeaderProps = {
  item: CardItem
  isOpen: boolean
  onToggle: () => void
  onRemove: () => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
}

function CardHeader({
  item: { name, note },
  isOpen,
  onToggle,
  onRemove,
  onMoveUp,
  onMoveDown,
}: CardHeaderProps) {
  const { t } = useTranslation()
  return (
    <div className={css.header}>
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
        disabled={!onMoveUp}
        aria-label={t('ui.listItem.moveUp', { name })}
        onClick={onMoveUp}
      >
        <IconArrowUp size={15} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        disabled={!onMoveDown}
        aria-label={t('ui.listItem.moveDown', { name })}
        onClick={onMoveDown}
      >
        <IconArrowDown size={15} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('ui.listItem.remove', { name })}
        onClick={onRemove}
      >
        <IconTrash size={15} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

/** Returns a copy of the list with one item moved to another index. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1)
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
