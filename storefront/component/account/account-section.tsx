import type { ReactNode } from 'react'

type Props = { id: string; title: string; children: ReactNode }

/** A part of the account that its menu links to. */
export const AccountSection = ({ id, title, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

/** The message that a change was saved. */
export const AccountDone = ({ text }: { text: string | false }) =>
  text ? (
    <p className="account-done" role="status">
      {text}
    </p>
  ) : null
