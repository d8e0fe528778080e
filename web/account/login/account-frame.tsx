import type { ReactNode } from 'react'
import { Logo } from '../../ui/art/logo.tsx'
import { LanguageSelect } from '../../ui/form/language-select.tsx'
import css from './account-frame.module.css'

type Props = {
  title: string
  text: ReactNode
  /** A drawing of a shop's life; hidden where there is no room beside the form. */
  art: ReactNode
  children?: ReactNode
  /** The other ways from here. */
  footer?: ReactNode
  /** It stands over a page, which has a main part of its own. */
  isOverlay?: boolean
}

/** A quiet form at the start side, a picture of our own on the other where there is room. */
export function AccountFrame({ title, text, art, children, footer, isOverlay = false }: Props) {
  return (
    <div className={css.frame}>
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
