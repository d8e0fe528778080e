import { useTexts } from './frame/page-context.tsx'

type Props = { id: string; label: string; url: string }

/** A link to copy. The script shows the button. */
export function LinkField({ id, label, url }: Props) {
  const t = useTexts()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="checkout-code">
        <input id={id} readOnly value={url} dir="ltr" />
        <button
          className="button"
          type="button"
          hidden
          data-copy={url}
          data-copied={t('payments.copied')}
        >
          {t('copyLink')}
        </button>
      </span>
    </div>
  )
}
