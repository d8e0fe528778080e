import { Drawer } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './theme-editor.module.css'

/** Returns whether Escape was pressed in the panel itself, not in something open above it. */
function isOwnEscape({ key, target, currentTarget, defaultPrevented }: KeyboardEvent): boolean {
  return (
    key === 'Escape' &&
    !defaultPrevented &&
    target instanceof Element &&
    currentTarget.contains(target) &&
    !target.matches('[aria-expanded="true"], [data-expanded]')
  )
}

/** The panel that is open on a small screen. */
export type OpenSheet = 'sections' | 'form' | null

/** A panel beside the preview. On small screens it covers the lower part of the preview instead. */
export function SidePanel({
  label,
  sheetTitle = label,
  isSheet,
  isOpen,
  onClose,
  children,
}: {
  label: string
  /** The title of the panel on a small screen, if it differs. */
  sheetTitle?: string
  isSheet: boolean
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (!isSheet)
    return (
      <aside className={css.sidePanel} aria-label={label}>
        {children}
      </aside>
    )
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      // A dialog or an open list above the sheet handles the key itself.
      closeOnEscape={false}
      onKeyDown={event => {
        if (isOwnEscape(event)) onClose()
      }}
      position="bottom"
      size="62dvh"
      title={sheetTitle}
      padding={0}
      // The preview above shows the changes.
      withOverlay={false}
      lockScroll={false}
      classNames={{
        content: css.sheet ?? '',
        header: css.sheetHeader ?? '',
        title: css.sheetTitle ?? '',
        body: css.sheetBody ?? '',
      }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children}
    </Drawer>
  )
}
