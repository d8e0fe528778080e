import type { ShopperAccount } from '#contract/storefront/storefront-account.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { AccountAddresses } from '../component/account/account-addresses.tsx'
import { AccountOrders } from '../component/account/account-orders.tsx'
import {
  AccountData,
  AccountDetails,
  AccountEmails,
} from '../component/account/account-settings.tsx'
import { FormErrorText, LabeledInput } from '../component/form-field.tsx'
import { useTexts } from '../component/frame/page-context.tsx'

const { path } = storefrontForms.account

type Props = { content: Extract<StorefrontContent, { kind: 'account' }> }

/** The account of a shopper, after a link that was sent by email. */
export function ShopperAccountPage({ content: { account, form } }: Props) {
  const t = useTexts()
  return (
    <div className={`section ${account.step === 'account' ? 'account-page' : 'mail-link-page'}`}>
      <h1>{t('account.title')}</h1>
      {account.step === 'email' && <EmailForm {...account} state={form} />}
      {account.step === 'sent' && <SentMessage email={account.email} />}
      {account.step === 'link' && <LinkForm {...account} state={form} />}
      {account.step === 'account' && <Account account={account} form={form} />}
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
        {t('account.open')}
      </button>
    </form>
  )
}

/** Everything that the store has for a shopper, on one page. */
function Account({ account, form }: { account: ShopperAccount; form: StorefrontFormState }) {
  const t = useTexts()
  const { email, wishCount } = account
  return (
    <>
      <p>{t('account.loggedInAs', { email })}</p>
      <div className="account">
        <nav className="account-menu" aria-label={t('account.title')}>
          <a href="#orders">{t('account.orders')}</a>
          <a href={storefrontForms.wishList.path}>
            {t('wishList.title')} {wishCount > 0 && `(${wishCount})`}
          </a>
          <a href="#addresses">{t('account.addresses')}</a>
          <a href="#details">{t('yourDetails')}</a>
          <a href="#emails">{t('account.emails')}</a>
          <a href="#data">{t('account.data')}</a>
          <form method="post" action={path}>
            <IntentButton intent="signOut" label={t('account.logOut')} className="text-button" />
          </form>
        </nav>
        <div className="account-sections">
          <AccountOrders account={account} />
          <AccountAddresses account={account} form={form} />
          <AccountDetails account={account} form={form} />
          <AccountEmails account={account} />
          <AccountData account={account} form={form} />
          <form method="post" action={path}>
            <IntentButton
              intent="signOutEverywhere"
              label={t('account.logOutEverywhere')}
              className="text-button"
            />
          </form>
        </div>
      </div>
    </>
  )
}

type IntentButtonProps = { intent: string; label: string; className: string }

const IntentButton = ({ intent, label, className }: IntentButtonProps) => (
  <button className={className} type="submit" name="intent" value={intent}>
    {label}
  </button>
)
