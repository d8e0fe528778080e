import type { AccountOrder, ShopperAccount } from '#contract/storefront/storefront-account.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'
import { ProductPlaceholder } from '../product/product-placeholder.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'
import { AccountSection } from './account-section.tsx'

export function AccountOrders({ account }: { account: ShopperAccount }) {
  const t = useTexts()
  const { orders, olderPath, isFirstPage } = account
  return (
    <AccountSection id="orders" title={t('account.orders')}>
      {orders.length === 0 && (
        <p>
          {t('account.noOrders')} <a href="/products">{t('continueShopping')}</a>
        </p>
      )}
      <ul className="account-list">
        {orders.map(order => (
          <OrderCard key={order.path} order={order} />
        ))}
      </ul>
      {(olderPath || !isFirstPage) && (
        <p className="order-links">
          {!isFirstPage && <a href={storefrontForms.account.path}>{t('account.newest')}</a>}
          {olderPath && <a href={olderPath}>{t('account.older')}</a>}
        </p>
      )}
    </AccountSection>
  )
}

function OrderCard({ order }: { order: AccountOrder }) {
  const t = useTexts()
  const { locale } = useFrame().store
  const formatMoney = useMoney()
  const date = new Date(order.createdAt).toLocaleDateString(locale, {
    dateStyle: 'long',
    timeZone: order.timezone,
  })
  return (
    <li className="account-order">
      <div className="account-images">
        {order.images.length === 0 && <ProductPlaceholder />}
        {order.images.map(image => (
          <ResponsiveImage key={image.url} image={image} sizes="4rem" alt="" />
        ))}
      </div>
      <div>
        <a href={order.path}>
          <strong>
            <bdi>{order.number}</bdi>
          </strong>
        </a>
        <p>
          {t(`account.states.${order.partialState ?? order.state}`)}
          {' · '}
          {date}
        </p>
        <p className="account-note">
          {t('account.units', { count: order.unitCount })}
          {' · '}
          {formatMoney(order.total)}
        </p>
      </div>
      <form method="post" action={order.path}>
        <button
          className="button account-button"
          type="submit"
          name="intent"
          value="again"
          aria-label={`${t('orderPage.again')}: ${order.number}`}
        >
          {t('orderPage.again')}
        </button>
      </form>
    </li>
  )
}
