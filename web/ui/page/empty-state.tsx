import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/lib/permission.ts'
import { useMay } from '../../lib/session/session.ts'
import css from './empty-state.module.css'

type Props = {
  title: string
  /** What it takes to do as title and text say; to others it is said only that there is nothing. */
  can?: Permission
  /** One sentence that says what to do next. */
  text?: ReactNode
  /** A small line drawing, about 120 px high, stroked in `currentColor`. */
  drawing?: ReactNode
  /** The one action, then a smaller second way. */
  children?: ReactNode
}

export function EmptyState({ title, can, text, drawing, children }: Props) {
  const { t } = useTranslation()
  const may = useMay()
  const isInviting = !can || may(can)
  return (
    <div className={css.empty}>
      {drawing && (
        <div className={css.drawing} aria-hidden>
          {drawing}
        </div>
      )}
      <h2 className={css.title}>{isInviting ? title : t('ui.list.none')}</h2>
      {isInviting && text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
