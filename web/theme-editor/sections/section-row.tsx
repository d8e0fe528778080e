import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconClipboardCopy,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#contract/section/section-catalog.ts'
import { getContentTitle, getSectionName } from '../form/section-labels.ts'
import { isMainSection } from '../state/content-change.ts'
import { getSectionIcon } from './section-icons.ts'
import css from './sections.module.css'

export type SectionRowActions = {
  onSelect: (id: string) => void
  onMove: (id: string, offset: number) => void
  onDuplicate: (section: Section) => void
  /** Copies the section for other pages and themes. */
  onCopy: (section: Section) => void
  onToggle: (section: Section) => void
  onRemove: (section: Section) => void
}
type Props = SectionRowActions & {
  section: Section
  isSelected: boolean
  isHovered: boolean
  isInvalid: boolean
  isFull: boolean
  isReadOnly: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  handleProps: ComponentProps<'button'>
}

/** A section in the list: its handle, its name, and its menu. */
export function SectionRow({
  section,
  isSelected,
  isHovered,
  isInvalid,
  isReadOnly,
  handleProps,
  onSelect,
  onToggle,
  ...menu
}: Props) {
  const { t } = useTranslation()
  const name = getSectionName(section.type)
  const title = getContentTitle(section.settings)
  const Icon = getSectionIcon(section.type)
  const isMain = isMainSection(section)
  return (
    <div
      className={css.sectionRow}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      data-hidden={section.isHidden || undefined}
    >
      {!isReadOnly && (
        <button
          type="button"
          className={css.handle}
          aria-label={t('themeEditor.list.move', { name })}
          {...handleProps}
        >
          <IconGripVertical size={15} stroke={1.75} />
        </button>
      )}
      <button
        type="button"
        className={css.sectionButton}
        data-row-button
        aria-current={isSelected || undefined}
        onClick={() => onSelect(section.id)}
      >
        <Icon size={17} stroke={1.75} className={css.sectionIcon ?? ''} aria-hidden />
        <span className={css.sectionNames}>
          <span className={css.sectionName}>{name}</span>
          {title && <span className={css.sectionTitle}>{title}</span>}
        </span>
        {section.isHidden && <span className="sw-hidden">{t('themeEditor.list.hidden')}</span>}
        {isInvalid && (
          <IconAlertTriangle
            size={15}
            className={css.warningIcon ?? ''}
            role="img"
            aria-label={t('themeEditor.list.invalid')}
          />
        )}
      </button>
      {!isReadOnly && (
        <>
          {!isMain && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={26}
              className={css.rowAction ?? ''}
              data-visible={section.isHidden || undefined}
              aria-label={t(section.isHidden ? 'themeEditor.list.show' : 'themeEditor.list.hide', {
                name,
              })}
              onClick={() => onToggle(section)}
            >
              {section.isHidden ? (
                <IconEyeOff size={15} stroke={1.75} />
              ) : (
                <IconEye size={15} stroke={1.75} />
              )}
            </ActionIcon>
          )}
          <RowMenu section={section} name={name} isMain={isMain} {...menu} />
        </>
      )}
    </div>
  )
}

function RowMenu({
  section,
  name,
  isMain,
  isFull,
  canMoveUp,
  canMoveDown,
  onMove,
  onDuplicate,
  onCopy,
  onRemove,
}: Pick<Props, 'section' | 'isFull' | 'canMoveUp' | 'canMoveDown'> &
  Pick<Props, 'onMove' | 'onDuplicate' | 'onCopy' | 'onRemove'> & {
    name: string
    isMain: boolean
  }) {
  const { t } = useTranslation()
  const iconProps = { size: 15, stroke: 1.75 }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          className={css.rowAction ?? ''}
          aria-label={t('themeEditor.list.actions', { name })}
        >
          <IconDots size={15} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* A disabled first item would not receive the focus, and Escape would not close the menu. */}
        {canMoveUp && (
          <Menu.Item
            leftSection={<IconArrowUp {...iconProps} />}
            onClick={() => onMove(section.id, -1)}
          >
            {t('themeEditor.list.up')}
          </Menu.Item>
        )}
        {canMoveDown && (
          <Menu.Item
            leftSection={<IconArrowDown {...iconProps} />}
            onClick={() => onMove(section.id, 1)}
          >
            {t('themeEditor.list.down')}
          </Menu.Item>
        )}
        {!isMain && (
          <>
            <Menu.Item
              leftSection={<IconCopy {...iconProps} />}
              disabled={isFull}
              onClick={() => onDuplicate(section)}
            >
              {t('themeEditor.list.duplicate')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconClipboardCopy {...iconProps} />}
              onClick={() => onCopy(section)}
            >
              {t('themeEditor.list.copy')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...iconProps} />}
              onClick={() => onRemove(section)}
            >
              {t('themeEditor.list.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
