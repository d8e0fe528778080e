import { languages as knownLanguages, type Language } from '#contract/lib/text/languages.ts'
import type { AccountAlert, ShopperAccount } from '#contract/storefront/storefront-account.ts'
import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { FormErrorText, LabeledInput, LabeledSelect } from '../form-field.tsx'
import { useContentLanguage, useDate, useFrame, useTexts } from '../frame/page-context.tsx'
import { AccountDone, AccountSection } from './account-section.tsx'

const { path } = storefrontForms.account

type Props = { account: ShopperAccount; form: StorefrontFormState }

/** The contact of the shopper. The email opens the account, so that only the store can change it. */
export function AccountDetails({ account, form }: Props) {
  const t = useTexts()
  const { details, lastChange, email } = account
  const state = form.values['intent'] === 'details' ? form : { values: details, errors: {} }
  return (
    <AccountSection id="details" title={t('yourDetails')}>
      <AccountDone text={lastChange === 'details' && t('account.saved')} />
      <form method="post" action={path}>
        <FormErrorText state={state} />
        <div className="form-row">
          <LabeledInput
            state={state}
            idSuffix="-details"
            name="name"
            label={t('address.name')}
            autoComplete="name"
            maxLength={120}
          />
          <LabeledInput
            state={state}
            idSuffix="-details"
            name="phone"
            label={t('phone')}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            isOptional
          />
        </div>
        <p className="account-note">{t('account.emailFixed', { email })}</p>
        <button className="button account-button" type="submit" name="intent" value="details">
          {t('account.save')}
        </button>
      </form>
    </AccountSection>
  )
}

/** Chooses the language of emails, if the store has several. */
function MailLanguage({ language }: { language: Language }) {
  const t = useTexts()
  const { languages } = useFrame()
  if (languages.length < 2) return null
  return (
    <form className="account-row" method="post" action={path}>
      <LabeledSelect
        state={{ values: { language }, errors: {} }}
        idSuffix="-emails"
        name="language"
        label={t('account.language')}
        autoComplete="off"
        options={knownLanguages
          .filter(({ code }) => languages.includes(code))
          .map(({ code, name }) => ({ value: code, label: name }))}
      />
      <button className="button account-button" type="submit" name="intent" value="mailLanguage">
        {t('account.save')}
      </button>
    </form>
  )
}

export function AccountEmails({ account }: { account: ShopperAccount }) {
  const t = useTexts()
  const formatDate = useDate()
  const { newsletter, alerts, mailLanguage, lastChange } = account
  const { isOn, history } = newsletter
  return (
    <AccountSection id="emails" title={t('account.emails')}>
      <AccountDone text={lastChange === 'emails' && t('account.saved')} />
      <div className="account-row">
        <span>
          {t('account.orderEmails')}
          <span className="account-note">{t('account.orderEmailsText')}</span>
        </span>
      </div>
      <MailLanguage language={mailLanguage} />
      <form className="account-row" method="post" action={path}>
        <input type="hidden" name="intent" value="newsletter" />
        <span>
          {t('newsletter.title')}
          <span className="account-note">
            {isOn ? t('account.newsletterOn') : t('account.newsletterOff')}
          </span>
        </span>
        <button
          className="button account-button"
          type="submit"
          name="wanted"
          value={isOn ? 'off' : 'on'}
        >
          {isOn ? t('account.unsubscribe') : t('account.subscribe')}
        </button>
      </form>
      {history.length > 0 && (
        <details>
          <summary>{t('account.history')}</summary>
          <ul>
            {history.map(({ kind, createdAt }) => (
              <li key={`${kind} ${createdAt}`}>
                {formatDate(createdAt)}: {t(`account.consents.${kind}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <form className="account-row" method="post" action={path}>
        <span>
          {t('account.alerts')}
          <span className="account-note">
            {alerts.length > 0
              ? t('account.alertCount', { count: alerts.length })
              : t('account.noAlerts')}
          </span>
        </span>
        {alerts.length > 1 && (
          <button className="button account-button" type="submit" name="intent" value="stopAlerts">
            {t('account.stopAll')}
          </button>
        )}
      </form>
      {alerts.map(alert => (
        <AlertRow key={alert._id} alert={alert} />
      ))}
    </AccountSection>
  )
}

function AlertRow({
  alert: { _id, kind, isPending, title, path: productPath },
}: {
  alert: AccountAlert
}) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  return (
    <form className="account-row" method="post" action={path}>
      <input type="hidden" name="alert" value={_id} />
      <span>
        <span {...contentLanguage}>{productPath ? <a href={productPath}>{title}</a> : title}</span>
        <span className="account-note">
          {t(`productAlert.titles.${kind}`)}
          {isPending && ` · ${t('account.alertPending')}`}
        </span>
      </span>
      <button
        className="button account-button"
        type="submit"
        name="intent"
        value="stopAlert"
        aria-label={t('account.stopAlert', { title })}
      >
        {t('account.stop')}
      </button>
    </form>
  )
}

export function AccountData({ account, form }: Props) {
  const t = useTexts()
  const isRejected = form.values['intent'] === 'requestErasure'
  return (
    <AccountSection id="data" title={t('account.data')}>
      <AccountDone text={account.lastChange === 'erasure' && t('account.erasureSent')} />
      <p>{t('account.dataText')}</p>
      <p>
        <a className="button account-button" href={`${path}/data`} download>
          {t('account.download')}
        </a>
      </p>
      <details open={isRejected}>
        <summary>{t('account.erase')}</summary>
        <form method="post" action={path}>
          {isRejected && <FormErrorText state={form} />}
          <p>{t('account.eraseText')}</p>
          <p className="field-choice">
            <label>
              <input type="checkbox" name="sure" required />
              {t('account.eraseSure')}
            </label>
          </p>
          <button
            className="button account-button"
            type="submit"
            name="intent"
            value="requestErasure"
          >
            {t('account.eraseSend')}
          </button>
        </form>
      </details>
    </AccountSection>
  )
}
