import { Fragment } from 'react'
import { CopyIconButton } from './copy-icon-button.tsx'
import css from './copyable-text.module.css'

/**
 * Displays a code, URL or email with a copy button. `label` is the accessible name of the button. A long email
 * breaks before its "@".
 */
export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <span className={css.copyable}>
      <code>
        {text.split(/(?=@)/).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
      <CopyIconButton text={text} label={label} />
    </span>
  )
}
