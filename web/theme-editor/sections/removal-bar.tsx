import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './sections.module.css'

/** Shows that a section or an item was removed, and offers to undo it. */
export function RemovalBar({ name, onUndo }: { name: string | undefined; onUndo: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.removalBar} role="status">
      {name !== undefined && (
        <div className={css.removal}>
          <span>{t('themeEditor.list.removed', { name })}</span>
          <Button size="compact-sm" variant="light" onClick={onUndo}>
            {t('themeEditor.undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
