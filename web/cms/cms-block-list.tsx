import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './cms.module.css'

type Props<T> = {
  items: readonly T[]
  max: number
  emptyItem: T
  addLabel: string
  getItemName: (index: number) => string
  onChange: (items: T[]) => void
  children: (item: T, setItem: (item: T) => void, index: number) => ReactNode
}

/** The items inside a block, such as its questions. */
export function BlockList<T>({
  items,
  max,
  emptyItem,
  addLabel,
  getItemName,
  onChange,
  children,
}: Props<T>) {
  const { t } = useTranslation()
  return (
    <>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity except their position
        <fieldset key={index} className={css.blockItem}>
          <legend className={css.blockItemName}>{getItemName(index)}</legend>
          <ActionIcon
            className={css.blockItemRemove}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('ui.listItem.remove', { name: getItemName(index) })}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            <IconTrash size={15} stroke={1.75} />
          </ActionIcon>
          {children(item, next => onChange(items.with(index, next)), index)}
        </fieldset>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          disabled={items.length >= max}
          onClick={() => onChange([...items, emptyItem])}
        >
          {addLabel}
        </Button>
      </div>
    </>
  )
}
