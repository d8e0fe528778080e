import { formatNewsletterConsent } from '#contract/store/consent-texts.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { EmailInput, FormErrorText, SpamTrap } from './form-field.tsx'
import { useFrame, useTexts } from './frame/page-context.tsx'

type Props = {
  state: StorefrontFormState
  /** The label of the button, in the store's own language. */
  buttonLabel?: string
  idSuffix?: string
}

/** The form for the newsletter. Another page shows its result. */
export function NewsletterForm({ state, buttonLabel = '', idSuffix = '' }: Props) {
  const t = useTexts()
  const { language, store } = useFrame()
  return (
    <form
      className="form newsletter-form"
      method="post"
      action={storefrontForms.newsletter.path}
      toolname="subscribeToNews"
      tooldescription={t('tool.newsletter')}
    >
      <FormErrorText state={state} />
      <EmailInput state={state} idSuffix={idSuffix} />
      <SpamTrap idSuffix={idSuffix} />
      <button className="button" type="submit">
        {buttonLabel || t('newsletter.subscribe')}
      </button>
      <p className="form-consent">{formatNewsletterConsent(language, store.name)}</p>
    </form>
  )
}
