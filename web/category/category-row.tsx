import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import {
  IconChevronRight,
  IconDots,
  IconGripVertical,
  IconPhoto,
  IconPlus,
} from '@tabler/icons-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CategoryNode } from '#contract/category.ts'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { useFormat } from '../lib/format.ts'
import { useCan } from '../lib/session/can.tsx'
import type { Selection } from '../list/table-column.ts'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './category.module.css'
import type { Direction } from './category-moves.ts'

/** Picture, name, state and products of a category. */
export function CategoryLine({
  node,
  onEdit,
  path,
  badge,
  selection,
}: {
  node: CategoryNode
  onEdit: (id: string) => void
  path?: string
  badge?: ReactNode
  selection?: Selection | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {selection && (
        <Checkbox
          size="xs"
          checked={selection.has(node._id)}
          onChange={event => selection.toggle(node._id, event.currentTarget.checked)}
          aria-label={t('category.list.select', { name: node.name })}
        />
      )}
      <span className={css.frame}>
        {node.image ? (
          <img
            src={getSizedImageUrl(node.image, 160)}
            alt=""
            width={32}
            height={32}
            loading="lazy"
          />
        ) : (
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        )}
      </span>
      <span className={css.words}>
        <button type="button" className={css.name} onClick={() => onEdit(node._id)}>
          {node.name}
        </button>
        {path && <span className={css.path}>{t('category.list.in', { path })}</span>}
      </span>
      {node.status === 'hidden' && (
        <StatusBadge tone="neutral" label={t('category.status.hidden')} hollow />
      )}
      {badge}
      <Link
        className={css.count}
        to={`/apps/product/list?category=${node._id}`}
        aria-label={t('category.row.productsOf', { name: node.name, count: node.productCount })}
      >
        <span className={css.countLong}>
          {t('category.row.products', { count: node.productCount })}
        </span>
        <span className={css.countShort}>{format.number(node.productCount)}</span>
      </Link>
    </>
  )
}

type Props = {
  node: CategoryNode
  selection: Selection | undefined
  /** Undefined for one that has nothing inside. */
  isOpen: boolean | undefined
  isLifted: boolean
  canGo: (direction: Direction) => boolean
  canHold: boolean
  onToggle: () => void
  onEdit: (id: string) => void
  onAddInside: () => void
  onMove: (direction: Direction) => void
  onDelete: () => void
  handle: ComponentProps<'button'>
  rowRef: (node: HTMLElement | null) => void
  style: CSSProperties
}

export function CategoryRow({
  node,
  isOpen,
  isLifted,
  canHold,
  selection,
  handle,
  rowRef,
  style,
  onToggle,
  onEdit,
  onAddInside,
  ...rest
}: Props) {
  const { t } = useTranslation()
  const mayWrite = useCan('category:write')
  const { name } = node
  return (
    <li
      ref={rowRef}
      className={css.row}
      style={{ ...style, '--level': node.depth }}
      data-lifted={isLifted || undefined}
    >
      {mayWrite && (
        <button
          type="button"
          className={css.handle}
          aria-label={t('category.row.handle', { name })}
          aria-describedby="category-move-hint"
          {...handle}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </button>
      )}
      {isOpen === undefined ? (
        <span className={css.noFold} />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'category.row.fold' : 'category.row.open', { name })}
          onClick={onToggle}
        >
          <IconChevronRight
            size={16}
            stroke={1.75}
            className={css.fold}
            data-open={isOpen || undefined}
          />
        </ActionIcon>
      )}
      {node.depth > 1 && (
        <span className="sw-hidden">{t('category.row.level', { level: node.depth })}</span>
      )}
      <CategoryLine node={node} onEdit={onEdit} selection={selection} />
      {mayWrite && (
        <span className={css.tools}>
          {canHold && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              className={css.addInside}
              aria-label={t('category.row.addInside', { name })}
              onClick={onAddInside}
            >
              <IconPlus size={16} stroke={1.75} />
            </ActionIcon>
          )}
          <RowMenu
            node={node}
            canHold={canHold}
            onEdit={onEdit}
            onAddInside={onAddInside}
            {...rest}
          />
        </span>
      )}
    </li>
  )
}

type MenuProps = Pick<
  Props,
  'node' | 'canHold' | 'canGo' | 'onEdit' | 'onAddInside' | 'onMove' | 'onDelete'
>

function RowMenu({ node, canHold, canGo, onEdit, onAddInside, onMove, onDelete }: MenuProps) {
  const { t } = useTranslation()
  const moves = [
    ['up', 'category.row.moveUp'],
    ['down', 'category.row.moveDown'],
    ['in', 'category.row.moveIn'],
    ['out', 'category.row.moveOut'],
  ] as const
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('category.row.actions', { name: node.name })}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onEdit(node._id)}>{t('category.row.edit')}</Menu.Item>
        {canHold && <Menu.Item onClick={onAddInside}>{t('category.row.inside')}</Menu.Item>}
        <Menu.Divider />
        {moves.map(([direction, label]) => (
          <Menu.Item key={direction} disabled={!canGo(direction)} onClick={() => onMove(direction)}>
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" onClick={onDelete}>
          {t('category.row.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
