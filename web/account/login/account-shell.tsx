import type { ReactNode } from 'react'
import { Logo } from '../../ui/art/logo.tsx'
import { LanguageSelect } from '../../ui/field/language-select.tsx'
import css from './account-shell.module.css'

type Props = {
  title: string
  text: ReactNode
  /** An illustration beside the form, hidden on narrow screens. */
  art: ReactNode
  /** What the product is, above the illustration. Narrow screens show it above the form. */
  pitch?: ReactNode
  children?: ReactNode
  /** Links to other account pages. */
  footer?: ReactNode
  /** Whether the shell covers a page, which already has a `main` element with the id `content`. */
  isOverlay?: boolean
}

/** The layout of login and account pages: the form at the start, an illustration at the end. */
export function AccountShell({
  title,
  text,
  art,
  pitch,
  children,
  footer,
  isOverlay = false,
}: Props) {
  return (
    <div className={css.shell}>
      <title>{`${title} · Storewright`}</title>
      <header className={css.header}>
        <Logo size={28} />
        <LanguageSelect />
      </header>
      <div className={css.art}>
        {pitch && <aside className={css.pitch}>{pitch}</aside>}
        <div className={css.drawing} aria-hidden>
          {art}
        </div>
      </div>
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
  )
}
