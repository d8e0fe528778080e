import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import { useTexts } from '../frame/page-context.tsx'

type Props = { line: StorefrontCartLine; form: StorefrontFormState }

/**
 * Changes the quantity of a line or removes it. The server explains other quantities in the language
 * of the page, so the browser checks none.
 */
export function CartLineForm({ line, form }: Props) {
  const t = useTexts()
  const { _id, title } = line
  return (
    <form
      className="cart-quantity"
      method="post"
      action={storefrontForms.cart.path}
      noValidate
      {...(line.state === 'available' && {
        toolname: `changeQuantity-${_id}`,
        tooldescription: t('tool.quantity', { title }),
      })}
    >
      <input type="hidden" name="line" value={_id} />
      {line.state === 'available' && <QuantityField line={line} form={form} />}
      <button
        className="text-button cart-remove"
        id={`remove-${_id}`}
        type="submit"
        name="intent"
        value="remove"
        aria-label={t('removeFromCart', { title })}
      >
        {t('remove')}
      </button>
    </form>
  )
}

/** The first button of a form is that of the Enter key. */
function QuantityField({ line, form }: Props) {
  const t = useTexts()
  const { _id, title } = line
  const isSent = form.values['line'] === _id
  const hasError = isSent && form.errors['quantity'] !== undefined
  const errorId = `error-${_id}`
  return (
    <>
      <button type="submit" name="intent" value="change" hidden />
      <span className="stepper">
        <StepButton line={line} intent="decrease" />
        <input
          type="number"
          id={`quantity-${_id}`}
          name="quantity"
          aria-label={t('quantityOf', { title })}
          defaultValue={hasError ? form.values['quantity'] : line.quantity}
          min={0}
          {...(hasError && { 'aria-invalid': true, 'aria-describedby': errorId, autoFocus: true })}
        />
        <StepButton line={line} intent="increase" />
      </span>
      <button className="text-button cart-update" type="submit" name="intent" value="change">
        {t('update')}
      </button>
      {hasError && (
        <span className="field-error" id={errorId}>
          {t('cartErrors.quantity', { count: maxCartQuantity })}
        </span>
      )}
    </>
  )
}

type StepProps = { line: StorefrontCartLine; intent: 'increase' | 'decrease' }

function StepButton({ line: { _id, title }, intent }: StepProps) {
  const t = useTexts()
  const label =
    intent === 'increase' ? t('cartPage.increase', { title }) : t('cartPage.decrease', { title })
  return (
    <button id={`${intent}-${_id}`} type="submit" name="intent" value={intent} aria-label={label}>
      {intent === 'increase' ? '+' : '−'}
    </button>
  )
}
