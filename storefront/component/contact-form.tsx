import {
  ContactFields,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import { FormErrorText, LabeledInput, LabeledTextarea, SpamTrap } from './form-field.tsx'
import { useFrame, useTexts } from './frame/page-context.tsx'

type Props = {
  state: StorefrontFormState
  isSent?: boolean
  /** Names the form among others of the page. */
  label?: string
  idSuffix?: string
}

const limits = ContactFields.shape

/** The form that sends a message to the store. It needs the page of the form, which shows the result. */
export function ContactForm({ state, isSent = false, label = '', idSuffix = '' }: Props) {
  const t = useTexts()
  if (!useFrame().hasContactPage) return null
  if (isSent)
    return (
      <p className="form-success" id="contact-form" role="status">
        {t('contactSent')}
      </p>
    )
  return (
    <form
      className="form"
      id={`contact-form${idSuffix}`}
      method="post"
      action={storefrontForms.contact.path}
      aria-label={label || t('contact')}
      toolname="sendMessage"
      tooldescription={t('tool.contact')}
    >
      <FormErrorText state={state} />
      <div className="form-row">
        <LabeledInput
          state={state}
          idSuffix={idSuffix}
          name="name"
          label={t('contactName')}
          autoComplete="name"
          maxLength={limits.name.maxLength ?? undefined}
        />
        <LabeledInput
          state={state}
          idSuffix={idSuffix}
          name="email"
          label={t('contactEmail')}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
      </div>
      <LabeledInput
        state={state}
        idSuffix={idSuffix}
        name="orderNumber"
        label={t('contactOrderNumber')}
        isOptional
        autoComplete="off"
        maxLength={40}
      />
      <LabeledTextarea
        state={state}
        idSuffix={idSuffix}
        name="message"
        label={t('contactMessage')}
        rows={7}
        maxLength={limits.message.maxLength ?? undefined}
      />
      <SpamTrap idSuffix={idSuffix} />
      <button className="button" type="submit">
        {t('contactSend')}
      </button>
    </form>
  )
}
