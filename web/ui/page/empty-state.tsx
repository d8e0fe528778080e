import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/lib/permission.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import css from './empty-state.module.css'

type Props = {
  title: string
  /** What it takes to do as title and text say; to others it is said only that there is nothing. */
  can?: Permission
  /** One sentence that says what to do next. */
  text?: ReactNode
  /** A small line drawing, about 120 px high, stroked in `currentColor`. */
  illustration?: ReactNode
  /** The one action, then a smaller second way. */
  children?: ReactNode
}

export function EmptyState({ title, can, text, illustration, children }: Props) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const canAct = !can || hasPermission(can)
  return (
    <div className={css.empty}>
      {illustration && (
        <div className={css.drawing} aria-hidden>
          {illustration}
        </div>
      )}
      <h2 className={css.title}>{canAct ? title : t('ui.list.none')}</h2>
      {canAct && text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
