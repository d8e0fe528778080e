import { CopyIconButton } from './copy-icon-button.tsx'
import css from './copyable-text.module.css'

/** Displays a code or URL with a copy button. `label` is the accessible name of the button. */
export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <span className={css.copyable}>
      <code>{text}</code>
      <CopyIconButton text={text} label={label} />
    </span>
  )
}
