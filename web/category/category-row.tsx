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
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { CategoryNode } from '#contract/product/category.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import type { RowSelection } from '../list/table/table-column.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import css from './category.module.css'
import type { MoveDirection } from './category-moves.ts'

/** Shows image, name, status and number of products of a category. */
export function CategorySummary({
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
  selection?: RowSelection | undefined
}) {
  const { t } = useTranslation()
  const format = useFormatters()
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
      <span className={css.thumbnail}>
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
      <span className={css.nameAndPath}>
        <button type="button" className={css.name} onClick={() => onEdit(node._id)}>
          {node.name}
        </button>
        {path && <span className={css.path}>{t('category.list.parentPath', { path })}</span>}
      </span>
      {node.status === 'hidden' && (
        <StatusBadge tone="neutral" label={t('category.status.hidden')} isHollow />
      )}
      {badge}
      <Link
        className={css.productCount}
        to={`/apps/product/list?category=${node._id}`}
        aria-label={t('category.row.productsOf', { name: node.name, count: node.productCount })}
      >
        <span className={css.productCountLong}>
          {t('category.row.products', { count: node.productCount })}
        </span>
        <span className={css.productCountShort}>{format.number(node.productCount)}</span>
      </Link>
    </>
  )
}

type Props = {
  node: CategoryNode
  selection: RowSelection | undefined
  /** Undefined for a category without subcategories. */
  isOpen: boolean | undefined
  isPickedUp: boolean
  canMove: (direction: MoveDirection) => boolean
  canHaveChildren: boolean
  onToggle: () => void
  onEdit: (id: string) => void
  onAddChild: () => void
  onMove: (direction: MoveDirection) => void
  onDelete: () => void
  handleProps: ComponentProps<'button'>
  rowRef: (node: HTMLElement | null) => void
  style: CSSProperties
}

export function CategoryRow({
  node,
  isOpen,
  isPickedUp,
  canHaveChildren,
  selection,
  handleProps,
  rowRef,
  style,
  onToggle,
  onEdit,
  onAddChild,
  ...rest
}: Props) {
  const { t } = useTranslation()
  const canWrite = usePermission('category:write')
  const { name } = node
  return (
    <li
      ref={rowRef}
      className={css.row}
      style={{ ...style, '--level': node.depth }}
      data-picked-up={isPickedUp || undefined}
    >
      {canWrite && (
        <button
          type="button"
          className={css.handle}
          aria-label={t('category.row.move', { name })}
          aria-describedby="category-move-hint"
          {...handleProps}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </button>
      )}
      {isOpen === undefined ? (
        <span className={css.togglePlaceholder} />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'category.row.collapse' : 'category.row.expand', { name })}
          onClick={onToggle}
        >
          <IconChevronRight
            size={16}
            stroke={1.75}
            className={css.toggleIcon}
            data-open={isOpen || undefined}
          />
        </ActionIcon>
      )}
      {node.depth > 1 && (
        <span className="sw-hidden">{t('category.row.level', { level: node.depth })}</span>
      )}
      <CategorySummary node={node} onEdit={onEdit} selection={selection} />
      {canWrite && (
        <span className={css.actions}>
          {canHaveChildren && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              className={css.addSubcategory}
              aria-label={t('category.row.addSubcategoryTo', { name })}
              onClick={onAddChild}
            >
              <IconPlus size={16} stroke={1.75} />
            </ActionIcon>
          )}
          <CategoryMenu
            node={node}
            canHaveChildren={canHaveChildren}
            onEdit={onEdit}
            onAddChild={onAddChild}
            {...rest}
          />
        </span>
      )}
    </li>
  )
}

type CategoryMenuProps = Pick<
  Props,
  'node' | 'canHaveChildren' | 'canMove' | 'onEdit' | 'onAddChild' | 'onMove' | 'onDelete'
>

function CategoryMenu({
  node,
  canHaveChildren,
  canMove,
  onEdit,
  onAddChild,
  onMove,
  onDelete,
}: CategoryMenuProps) {
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
        {canHaveChildren && (
          <Menu.Item onClick={onAddChild}>{t('category.row.addSubcategory')}</Menu.Item>
        )}
        <Menu.Divider />
        {moves.map(([direction, label]) => (
          <Menu.Item
            key={direction}
            disabled={!canMove(direction)}
            onClick={() => onMove(direction)}
          >
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
