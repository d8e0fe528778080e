import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/lib/call/permission.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import { Drawing } from '../art/drawing.tsx'
import { LazyDrawing, type LazySvg } from '../art/lazy-drawing.tsx'
import css from './empty-state.module.css'

export type EmptyStateProps = {
  title: string
  /** The permission for the suggested action. Other users see only that the list is empty. */
  can?: Permission
  /** One sentence about what to do next. */
  text?: ReactNode
  /** The text of an `.svg` file in `art/`, or a function that imports one. */
  drawing?: string | LazySvg
  /** The primary action, then an optional secondary one. */
  children?: ReactNode
}

/** The content of an empty list or page: drawing, title, text and actions. */
export function EmptyState({ title, can, text, drawing, children }: EmptyStateProps) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const canAct = !can || hasPermission(can)
  return (
    <div className={css.empty}>
      {drawing && (
        <div className={css.illustration} aria-hidden>
          {typeof drawing === 'string' ? (
            <Drawing svg={drawing} />
          ) : (
            <LazyDrawing load={drawing} width={200} />
          )}
        </div>
      )}
      <h2 className={css.title}>{canAct ? title : t('ui.list.empty')}</h2>
      {canAct && text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
