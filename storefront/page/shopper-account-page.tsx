import type { StorefrontAccount } from '#contract/storefront/storefront-account.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { FormErrorText, LabeledInput } from '../component/form-field.tsx'
import { useFrame, useMoney, useTexts } from '../component/frame/page-context.tsx'

const { path } = storefrontForms.account

type Props = { content: Extract<StorefrontContent, { kind: 'account' }> }

/** The orders of a shopper, after a link that was sent by email. */
export function ShopperAccountPage({ content: { account, form } }: Props) {
  const t = useTexts()
  return (
    <div className="section mail-link-page">
      <h1>{t('account.title')}</h1>
      {account.step === 'email' && <EmailForm {...account} state={form} />}
      {account.step === 'sent' && <SentMessage email={account.email} />}
      {account.step === 'link' && <LinkForm {...account} state={form} />}
      {account.step === 'orders' && <Orders {...account} />}
    </div>
  )
}

type LinkFormProps = { email: string; path: string; state: StorefrontFormState }

function EmailForm({
  isLinkInvalid,
  state,
}: {
  isLinkInvalid: boolean
  state: StorefrontFormState
}) {
  const t = useTexts()
  return (
    <form className="form" method="post" action={path}>
      <FormErrorText state={state} />
      {isLinkInvalid && (
        <p className="form-error" role="alert">
          {t('account.linkInvalid')}
        </p>
      )}
      <p>{t('account.emailText')}</p>
      <LabeledInput
        state={state}
        name="email"
        label={t('contactEmail')}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <IntentButton intent="requestLink" label={t('account.requestLink')} className="button" />
    </form>
  )
}

/** The reply is the same for every email. */
function SentMessage({ email }: { email: string }) {
  const t = useTexts()
  return (
    <>
      <p role="status">{t('account.linkSent', { email })}</p>
      <form method="post" action={path}>
        <IntentButton
          intent="changeEmail"
          label={t('account.requestAnother')}
          className="text-button"
        />
      </form>
    </>
  )
}

function LinkForm({ email, path: linkPath, state }: LinkFormProps) {
  const t = useTexts()
  return (
    <form className="form" method="post" action={linkPath}>
      <FormErrorText state={state} />
      <p>{t('account.linkText', { email })}</p>
      <button className="button" type="submit">
        {t('account.showOrders')}
      </button>
    </form>
  )
}

function Orders({
  email,
  orders,
  olderPath,
  isFirstPage,
}: Extract<StorefrontAccount, { step: 'orders' }>) {
  const t = useTexts()
  const { locale } = useFrame().store
  const formatMoney = useMoney()
  return (
    <>
      <p>{t('account.loggedInAs', { email })}</p>
      {orders.length === 0 && <p>{t('account.noOrders')}</p>}
      <ul className="checkout-lines">
        {orders.map(order => (
          <li key={order.path} className="checkout-line">
            <span>
              <a href={order.path}>{order.number}</a>
              <span className="checkout-choice-detail">
                {new Date(order.createdAt).toLocaleDateString(locale, {
                  dateStyle: 'long',
                  timeZone: order.timezone,
                })}
                {' · '}
                {t(`account.states.${order.partialState ?? order.state}`)}
              </span>
            </span>
            <span>{formatMoney(order.total)}</span>
          </li>
        ))}
      </ul>
      {(olderPath || !isFirstPage) && (
        <p className="order-links">
          {!isFirstPage && <a href={path}>{t('account.newest')}</a>}
          {olderPath && <a href={olderPath}>{t('account.older')}</a>}
        </p>
      )}
      <form method="post" action={path}>
        <IntentButton intent="signOut" label={t('account.logOut')} className="text-button" />
      </form>
    </>
  )
}

type IntentButtonProps = { intent: string; label: string; className: string }

const IntentButton = ({ intent, label, className }: IntentButtonProps) => (
  <button className={className} type="submit" name="intent" value={intent}>
    {label}
  </button>
)
