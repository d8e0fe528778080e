import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { type Cart, type CartRowLine, cartApi } from '#contract/order/cart.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useCountryName } from '../lib/country-name.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { DetailDrawer } from '../ui/dialog/record-drawer.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './cart.module.css'
import { CartBadge, useCartName } from './cart-columns.tsx'

/** Shows the lines of a cart and what the shopper entered at the checkout. */
export function CartDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const cartQuery = useQuery(queryOptionsFor(cartApi.get, { params: { id } }))
  const getCartName = useCartName()
  return (
    <DetailDrawer
      title={cartQuery.data ? getCartName(cartQuery.data) : t('cart.title')}
      onClose={onClose}
    >
      <QueryBoundary query={cartQuery}>{cart => <CartDetails cart={cart} />}</QueryBoundary>
    </DetailDrawer>
  )
}

function CartDetails({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const getCountryName = useCountryName()
  return (
    <>
      <KeyValues
        items={[
          { label: t('cart.state'), value: <CartBadge cart={cart} /> },
          { label: t('cart.email'), value: <bdi>{cart.email}</bdi> },
          { label: t('cart.phone'), value: <bdi>{cart.phone}</bdi> },
          { label: t('cart.country'), value: getCountryName(cart.country) },
          ...(cart.note ? [{ label: t('cart.note'), value: cart.note }] : []),
          { label: t('cart.createdAt'), value: format.dateTime(cart.createdAt) },
          { label: t('cart.updatedAt'), value: format.dateTime(cart.updatedAt) },
        ]}
      />
      <CartReminder cart={cart} />
      <div>
        <h3 className={css.heading}>{t('cart.products')}</h3>
        <ul className={css.lines}>
          {cart.lines.map(line => (
            <CartLineRow key={line._id} line={line} currency={currency} />
          ))}
        </ul>
        <p className={css.total}>
          <span>{t('cart.totalNow')}</span>
          <span>{format.money(cart.total, currency)}</span>
        </p>
      </div>
    </>
  )
}

/** The button for the one email about a cart, or why there is none. */
function CartReminder({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const send = useRouteMutation(cartApi.sendReminder)
  const { _id: id, reminderConsentAt, reminderSentAt } = cart
  if (reminderSentAt)
    return (
      <p className={css.hint}>
        {t('cart.reminder.sent', { date: format.dateTime(reminderSentAt) })}
      </p>
    )
  if (!reminderConsentAt) return <p className={css.hint}>{t('cart.reminder.noConsent')}</p>
  return (
    <div>
      <PermissionGate permission="order:write">
        <Button
          leftSection={<IconMail size={16} stroke={1.75} />}
          loading={send.isPending}
          onClick={() => send.mutate({ params: { id } })}
        >
          {t('cart.reminder.send')}
        </Button>
      </PermissionGate>
      <p className={css.hint}>
        {t('cart.reminder.consent', { date: format.dateTime(reminderConsentAt) })}
      </p>
    </div>
  )
}

function CartLineRow({ line, currency }: { line: CartRowLine; currency: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { title, variantTitle, product, image, quantity, price, isAvailable } = line
  const details = format.parts([
    variantTitle,
    `${format.money(price, currency)} × ${format.number(quantity)}`,
  ])
  return (
    <li className={css.line}>
      <EntityCell
        imageUrl={image ? getSizedImageUrl(image, 160) : null}
        title={product ? <Link to={getRecordPath('product', product)}>{title}</Link> : title}
        details={details}
      />
      <span className={css.amount}>
        {isAvailable ? format.money(price * quantity, currency) : t('cart.unavailable')}
      </span>
    </li>
  )
}
