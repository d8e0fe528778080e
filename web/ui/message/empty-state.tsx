import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/lib/call/permission.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import css from './empty-state.module.css'

type Props = {
  title: string
  /** The permission for the suggested action. Other users see only that the list is empty. */
  can?: Permission
  /** One sentence about what to do next. */
  text?: ReactNode
  /** A small line drawing, about 120 px high, stroked in `currentColor`. */
  illustration?: ReactNode
  /** The primary action, then an optional secondary one. */
  children?: ReactNode
}

/** The content of an empty list or page: illustration, title, text and actions. */
export function EmptyState({ title, can, text, illustration, children }: Props) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const canAct = !can || hasPermission(can)
  return (
    <div className={css.empty}>
      {illustration && (
        <div className={css.illustration} aria-hidden>
          {illustration}
        </div>
      )}
      <h2 className={css.title}>{canAct ? title : t('ui.list.empty')}</h2>
      {canAct && text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
