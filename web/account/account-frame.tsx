import type { ReactNode } from 'react'
import { ArtAccountShelf } from '../ui/art/art-account-shelf.tsx'
import { Logo } from '../ui/art/logo.tsx'
import css from './account-frame.module.css'

/** A quiet form on the left, a picture of our own on the right where there is room. */
export function AccountFrame({ title, text, children, below }: { title: string; text: ReactNode; children: ReactNode; below: ReactNode }) {
  return (
    <div className={css.frame}>
      <title>{`${title} · Storewright`}</title>
      <main id="content" className={css.side}>
        <div className={css.form}>
          <Logo size={32} />
          <h1 className={css.title}>{title}</h1>
          <p className={css.text}>{text}</p>
          {children}
          <p className={css.below}>{below}</p>
        </div>
      </main>
      <div className={css.art}><ArtAccountShelf /></div>
    </div>
  )
}
