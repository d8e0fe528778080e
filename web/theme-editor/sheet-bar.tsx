import { IconLayoutList, IconPalette } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OpenSheet } from './side-panel.tsx'
import css from './theme-editor.module.css'

/** The buttons at the bottom of small screens that open the panels. */
export function SheetBar({
  onOpen,
  onOpenSettings,
}: {
  onOpen: (sheet: OpenSheet) => void
  onOpenSettings: () => void
}) {
  const { t } = useTranslation()
  return (
    <nav className={css.sheetBar} aria-label={t('themeEditor.panels')}>
      <button type="button" onClick={() => onOpen('sections')}>
        <IconLayoutList size={20} stroke={1.75} aria-hidden />
        {t('themeEditor.list.panel')}
      </button>
      <button type="button" onClick={onOpenSettings}>
        <IconPalette size={20} stroke={1.75} aria-hidden />
        {t('themeEditor.settings')}
      </button>
    </nav>
  )
}
