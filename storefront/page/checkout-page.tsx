import { checkoutEntryFields } from '#contract/storefront/storefront-checkout.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { BillingFields } from '../component/checkout/billing-fields.tsx'
import { CheckoutAddress } from '../component/checkout/checkout-address.tsx'
import { CheckoutChoices } from '../component/checkout/checkout-choices.tsx'
import { CheckoutFieldInputs } from '../component/checkout/checkout-field-inputs.tsx'
import { CheckoutSummary, CollapsibleSummary } from '../component/checkout/checkout-summary.tsx'
import { CompanyFields } from '../component/checkout/company-fields.tsx'
import { EmptyMessage } from '../component/empty-message.tsx'
import { FormErrorText, LabeledInput } from '../component/form-field.tsx'
import { useTexts } from '../component/frame/page-context.tsx'

type Props = { checkout: StorefrontCheckout | null; form: StorefrontFormState }

/** The form that turns a cart into an order. Without a script, a button updates delivery and total. */
export function CheckoutPage({ checkout, form }: Props) {
  const t = useTexts()
  return (
    <div className="section checkout-page">
      <h1>{t('checkout')}</h1>
      {checkout?.needsSignIn && <SignInFirst />}
      {checkout?.isSignInUseful && <SignInForDiscount />}
      {checkout && !checkout.needsSignIn && (
        <form
          className="checkout-form"
          method="post"
          action={storefrontForms.checkout.path}
          toolname="fillInCheckout"
          tooldescription={t('tool.checkout')}
        >
          <div className="checkout-entries">
            <CheckoutError form={form} />
            <CollapsibleSummary checkout={checkout} />
            <ContactFields checkout={checkout} form={form} />
            <CheckoutAddress checkout={checkout} form={form} />
            <CompanyFields form={form} />
            <CheckoutChoices checkout={checkout} form={form} />
            <BillingFields checkout={checkout} form={form} />
            <CheckoutFieldInputs checkout={checkout} form={form} />
          </div>
          <CheckoutSummary checkout={checkout} form={form} />
        </form>
      )}
      {!checkout && <EmptyMessage icon="cart" text={t('emptyCart')} />}
    </div>
  )
}

function SignInFirst() {
  const t = useTexts()
  return (
    <>
      <p role="status">{t('orderRules.signInFirst')}</p>
      <p>
        <a className="button" href={storefrontForms.account.path}>
          {t('orderRules.signIn')}
        </a>
      </p>
    </>
  )
}

/** Names no discount, because its customers are the business of the store. */
function SignInForDiscount() {
  const t = useTexts()
  return (
    <p role="status">
      {t('orderRules.signInForDiscount')}{' '}
      <a href={storefrontForms.account.path}>{t('orderRules.signIn')}</a>
    </p>
  )
}

/** The message that the amounts on the page have changed. */
function CheckoutError({ form }: Pick<Props, 'form'>) {
  const t = useTexts()
  const hasChanged =
    form.error?.code === 'version_conflict' ||
    Object.keys(form.errors).some(name => name === 'total' || name.startsWith('lines'))
  if (!hasChanged) return <FormErrorText state={form} />
  return (
    <p className="form-error" role="alert">
      {t('checkoutChanged')}
    </p>
  )
}

const limits = checkoutEntryFields

function ContactFields({ checkout, form }: { checkout: StorefrontCheckout } & Pick<Props, 'form'>) {
  const t = useTexts()
  return (
    <fieldset>
      <legend>{t('contact')}</legend>
      <div className="form-row">
        <LabeledInput
          state={form}
          name="email"
          label={t('contactEmail')}
          type="email"
          autoComplete="email"
          maxLength={limits.email.maxLength ?? undefined}
        />
        <LabeledInput
          state={form}
          name="phone"
          label={t('phone')}
          type="tel"
          isOptional={!checkout.rules.phoneRequired}
          autoComplete="tel"
          maxLength={limits.phone.maxLength ?? undefined}
        />
      </div>
      <p className="field-choice">
        <label>
          <input type="checkbox" name="remind" defaultChecked={form.values['remind'] === 'on'} />
          {t('remindMe')}
        </label>
      </p>
    </fieldset>
  )
}
