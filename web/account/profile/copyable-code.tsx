import { CopyIconButton } from '../../ui/page/copy-icon-button.tsx'
import css from './two-step-setup.module.css'

type Props = {
  text: string
  /** The text in groups of characters that are easy to read. */
  displayText: string
  label: string
}

export function CopyableCode({ text, displayText, label }: Props) {
  return (
    <span className={css.copyableCode}>
      <code>{displayText}</code>
      <CopyIconButton text={text} label={label} />
    </span>
  )
}
