import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import {
  getMaxEditedQuantity,
  type OrderEditVariant,
  type StorefrontOrderEdit,
} from '#contract/storefront/storefront-order-edit.ts'
import { AddressInput, StreetFields } from '../checkout/street-fields.tsx'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'
import { formatEditError } from './order-edit-errors.ts'

type FormProps = { edit: StorefrontOrderEdit; path: string; form: StorefrontFormState }
type PartProps = Omit<FormProps, 'path'>

/** The entries of an edit: quantities, other variants, new products and the address. */
export function OrderEditForm({ edit, path, form }: FormProps) {
  const t = useTexts()
  const { order } = edit
  const { address } = order
  return (
    <form method="post" action={`${path}/edit`}>
      <input type="hidden" name="version" value={edit.version} />
      <input type="hidden" name="key" value={edit.key} />
      <input type="hidden" name="searched" value={form.values['search'] ?? ''} />
      {/* The key Enter presses the first button. */}
      <button
        className="visually-hidden"
        type="submit"
        name="intent"
        value="preview"
        tabIndex={-1}
        aria-hidden="true"
      />
      <ul className="order-edit-lines">
        {edit.lines.map(line => (
          <EditedLine key={line._id} line={line} form={form} />
        ))}
      </ul>
      <OrderEditOffers edit={edit} form={form} />
      {address.line1 && address.country && <EditedAddress edit={edit} form={form} />}
      <button className="button" type="submit" name="intent" value="preview">
        {t('orderEdit.preview')}
      </button>
    </form>
  )
}

type LineProps = { line: StorefrontOrderEdit['lines'][number]; form: StorefrontFormState }

function EditedLine({ line, form }: LineProps) {
  const t = useTexts()
  const formatMoney = useMoney()
  const language = useContentLanguage()
  const { _id, title, variantTitle, unitPrice, variant, variants } = line
  const hasChoice = variant !== null && variants.some(choice => choice.variant !== variant)
  const removeName = `remove-${_id}`
  return (
    <li className="order-edit-line">
      <p className="order-edit-title" {...language}>
        {title}
        {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
        <span className="checkout-choice-detail">
          {t('eachPrice', { price: formatMoney(unitPrice) })}
        </span>
      </p>
      <div className="order-edit-fields">
        {hasChoice && <VariantSelect line={line} form={form} />}
        <QuantityInput
          form={form}
          name={`quantity-${_id}`}
          title={title}
          min={1}
          max={getMaxEditedQuantity(line)}
          quantity={String(line.quantity)}
        />
        <label className="order-edit-remove">
          <input
            type="checkbox"
            name={removeName}
            defaultChecked={form.values[removeName] !== undefined}
            aria-label={t('orderEdit.remove', { title: [title, variantTitle].join(' ').trim() })}
          />
          {t('remove')}
        </label>
      </div>
      <LineError
        form={form}
        names={[`quantity-${_id}`, `variant-${_id}`]}
        max={getMaxEditedQuantity(line)}
      />
    </li>
  )
}

function VariantSelect({ line, form }: LineProps) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { _id, title, variantTitle, unitPrice } = line
  const name = `variant-${_id}`
  const current = line.variant ?? ''
  const isListed = line.variants.some(({ variant }) => variant === current)
  return (
    <label className="order-edit-field">
      {t('orderEdit.variant')}
      <select
        name={name}
        defaultValue={form.values[name] ?? current}
        aria-label={t('orderEdit.variantOf', { title })}
      >
        {!isListed && (
          <option value={current}>{`${variantTitle}, ${formatMoney(unitPrice)}`}</option>
        )}
        {line.variants.map(choice => (
          <option
            key={choice.variant}
            value={choice.variant}
            disabled={!choice.isAvailable && choice.variant !== current}
          >
            {`${choice.variantTitle}, ${formatMoney(choice.variant === current ? unitPrice : choice.price)}`}
            {!choice.isAvailable && choice.variant !== current && ` (${t('soldOut')})`}
          </option>
        ))}
      </select>
    </label>
  )
}

type QuantityProps = {
  form: StorefrontFormState
  name: string
  title: string
  min: number
  max: number
  quantity: string
}

function QuantityInput({ form, name, title, min, max, quantity }: QuantityProps) {
  const t = useTexts()
  const hasError = form.errors[name] !== undefined
  return (
    <label className="order-edit-field">
      {t('quantity')}
      <input
        type="number"
        name={name}
        min={min}
        max={max}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={form.values[name] ?? quantity}
        aria-label={t('quantityOf', { title })}
        {...(hasError && {
          'aria-invalid': true,
          'aria-describedby': `error-${name}`,
          autoFocus: Object.keys(form.errors)[0] === name,
        })}
      />
    </label>
  )
}

type LineErrorProps = { form: StorefrontFormState; names: readonly string[]; max: number }

function LineError({ form, names, max }: LineErrorProps) {
  const t = useTexts()
  const name = names.find(field => form.errors[field])
  const error = name && form.errors[name]
  if (!error) return null
  return (
    <p className="field-error" id={`error-${names[0]}`}>
      {formatEditError(error, t, max)}
    </p>
  )
}

/** The search for products to add, and its results. */
function OrderEditOffers({ edit: { offers }, form }: PartProps) {
  const t = useTexts()
  const search = form.values['search'] ?? ''
  return (
    <fieldset className="order-edit-part">
      <legend>{t('orderEdit.addProducts')}</legend>
      <div className="checkout-code">
        <input
          type="search"
          name="search"
          maxLength={100}
          autoComplete="off"
          defaultValue={search}
          aria-label={t('searchProducts')}
        />
        <button className="button" type="submit" name="intent" value="search">
          {t('search')}
        </button>
      </div>
      {offers.length > 0 && (
        <ul className="order-edit-lines">
          {offers.map(offer => (
            <Offer key={offer.variant} offer={offer} form={form} />
          ))}
        </ul>
      )}
      {search && offers.length === 0 && <p role="status">{t('orderEdit.nothingFound')}</p>}
    </fieldset>
  )
}

function Offer({ offer, form }: { offer: OrderEditVariant; form: StorefrontFormState }) {
  const t = useTexts()
  const formatMoney = useMoney()
  const language = useContentLanguage()
  const { variant, title, variantTitle, price, isAvailable } = offer
  const name = `add-${variant}`
  return (
    <li className="order-edit-line">
      <p className="order-edit-title" {...language}>
        {title}
        {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
        <span className="checkout-choice-detail">{formatMoney(price)}</span>
      </p>
      {isAvailable ? (
        <QuantityInput
          form={form}
          name={name}
          title={[title, variantTitle].join(' ').trim()}
          min={0}
          max={maxCartQuantity}
          quantity="0"
        />
      ) : (
        <p>{t('soldOut')}</p>
      )}
      <LineError form={form} names={[name]} max={maxCartQuantity} />
    </li>
  )
}

function EditedAddress({ edit: { order }, form }: PartProps) {
  const t = useTexts()
  const { address, addressForms } = order
  const { name = '', line1 = '', line2 = '', postalCode = '', city = '', region = '' } = address
  const values = { name, line1, line2, postalCode, city, region, ...form.values }
  return (
    <fieldset className="order-edit-part">
      <legend>{t('delivery')}</legend>
      <AddressInput form={{ ...form, values }} name="name" autoComplete="name" />
      <StreetFields addressForm={addressForms.shipping} form={{ ...form, values }} />
    </fieldset>
  )
}
