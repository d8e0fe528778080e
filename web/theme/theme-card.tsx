import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Theme } from '#contract/theme/theme.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import css from './theme.module.css'
import { getThemeDescription } from './theme-labels.ts'
import { type ThemeDialog, ThemeMenu } from './theme-menu.tsx'
import { ThemePagePreview } from './theme-page-preview.tsx'

export function ThemeCard({
  theme,
  onActivate,
  onOpenDialog,
}: {
  theme: Theme
  onActivate: () => void
  onOpenDialog: (dialog: ThemeDialog) => void
}) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('theme:write')
  const swatches = ['background', 'surface', 'text', 'accent'] as const
  return (
    <li className={css.card} data-active={theme.active || undefined}>
      <ThemePagePreview theme={theme} />
      <div className={css.cardBody}>
        <div className={css.titleRow}>
          <h2 className={css.name}>{theme.name}</h2>
          {theme.active && <StatusBadge tone="good" label={t('theme.list.active')} />}
          <span className={css.swatches} aria-hidden>
            {swatches.map(key => (
              <i key={key} style={{ background: String(theme.settings[key]) }} />
            ))}
          </span>
        </div>
        <p className={css.description}>{getThemeDescription(theme)}</p>
        {theme.warnings.length > 0 && (
          <p className={css.warning}>
            <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
            {t('theme.list.warnings', { count: theme.warnings.length })}
          </p>
        )}
        <div className={css.actions}>
          {canWrite && !theme.active && (
            <Button onClick={onActivate}>{t('theme.list.activate')}</Button>
          )}
          <Button component={Link} to={`/apps/themes/customise/${theme._id}`} variant="default">
            {t(canWrite ? 'theme.list.customize' : 'theme.list.view')}
          </Button>
          <ThemeMenu theme={theme} onOpenDialog={onOpenDialog} />
        </div>
      </div>
    </li>
  )
}
