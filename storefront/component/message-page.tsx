import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  title: string
  /** Something is done, and the page confirms it. */
  isDone: boolean
  children: ReactNode
}

/** A page with one message or one short form, in the middle. */
export function MessagePage({ title, isDone, children }: Props) {
  return (
    <div className="section mail-link-page message-page">
      <span className="message-icon">
        <Icon name={isDone ? 'check' : 'mail'} />
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
