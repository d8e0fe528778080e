import type { ReactNode } from 'react'
import { Logo } from '../../ui/art/logo.tsx'
import { LanguageSelect } from '../../ui/field/language-select.tsx'
import css from './account-shell.module.css'

type Props = {
  title: string
  text: ReactNode
  /** An illustration beside the form, hidden on narrow screens. */
  art: ReactNode
  children?: ReactNode
  /** Links to other account pages. */
  footer?: ReactNode
  /** Whether the shell covers a page, which already has a `main` element with the id `content`. */
  isOverlay?: boolean
}

/** The layout of login and account pages: the form at the start, an illustration at the end. */
export function AccountShell({ title, text, art, children, footer, isOverlay = false }: Props) {
  return (
    <div className={css.shell}>
      <title>{`${title} · Storewright`}</title>
      <div className={css.formSide}>
        <header className={css.header}>
          <Logo size={28} />
          <LanguageSelect />
        </header>
        <main id={isOverlay ? undefined : 'content'} className={css.main}>
          <div className={css.content}>
            <h1 className={css.title} tabIndex={-1}>
              {title}
            </h1>
            <p className={css.text}>{text}</p>
            {children}
            {footer && <div className={css.footer}>{footer}</div>}
          </div>
        </main>
      </div>
      <div className={css.art} aria-hidden>
        {art}
      </div>
    </div>
  )
}
