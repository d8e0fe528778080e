import { useTranslation } from 'react-i18next'
import { ReturnCosts } from '#contract/cms/return-costs.ts'
import { SearchListing } from '../component/search-listing.tsx'
import { ShareCard } from '../component/share-card.tsx'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { MoneyField } from '../ui/field/money-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import { CheckoutFields } from './cms-checkout-fields.tsx'
import type { CmsForm } from './cms-form.ts'

export function SeoSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const { homeTitle, homeDescription } = form.values.seo
  const { siteTitle, tagline, shareImage } = form.values.identity
  const listing = {
    title: homeTitle || siteTitle,
    text: homeDescription || tagline || t('cms.seo.noDescription'),
  }
  return (
    <SectionCard title={t('cms.section.seo')} hint={t('cms.hint.seo')}>
      <SearchListing path="/" {...listing} />
      {shareImage && <ShareCard image={shareImage} {...listing} />}
      <TextField form={form} name="seo.homeTitle" label={t('cms.seo.homeTitle')} />
      <TextareaField
        form={form}
        name="seo.homeDescription"
        label={t('cms.seo.homeDescription')}
        rows={2}
      />
      <SwitchField form={form} name="seo.robotsIndex" label={t('cms.seo.robotsIndex')} />
      <TextField
        form={form}
        name="seo.googleVerification"
        label={t('cms.seo.googleVerification')}
        description={t('cms.seo.googleHint')}
      />
    </SectionCard>
  )
}

export function CheckoutSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const currency = useCurrency()
  return (
    <SectionCard title={t('cms.section.checkout')} hint={t('cms.hint.checkout')}>
      <SwitchField
        form={form}
        name="checkout.guestAllowed"
        label={t('cms.checkout.guestAllowed')}
        description={t('cms.checkout.guestHint')}
      />
      <SwitchField
        form={form}
        name="checkout.phoneRequired"
        label={t('cms.checkout.phoneRequired')}
      />
      <SwitchField form={form} name="checkout.noteEnabled" label={t('cms.checkout.noteEnabled')} />
      <SwitchField
        form={form}
        name="checkout.termsRequired"
        label={t('cms.checkout.termsRequired')}
        description={t('cms.checkout.termsHint')}
      />
      <div className={css.amountField}>
        <MoneyField
          form={form}
          name="checkout.minOrder"
          label={t('cms.checkout.minOrder')}
          description={t('cms.checkout.minOrderHint')}
          currency={currency}
        />
      </div>
      <SwitchField
        form={form}
        name="checkout.remindsCarts"
        label={t('cms.checkout.remindsCarts')}
        description={t('cms.checkout.remindsCartsHint')}
      />
      {form.values.checkout.remindsCarts && (
        <div className={css.amountField}>
          <NumberField
            form={form}
            name="checkout.reminderHours"
            label={t('cms.checkout.reminderHours')}
          />
        </div>
      )}
      <div className={css.amountField}>
        <NumberField
          form={form}
          name="checkout.returnDays"
          label={t('cms.checkout.returnDays')}
          description={t('cms.checkout.returnDaysHint')}
          min={0}
        />
      </div>
      <ReturnCostsField form={form} />
      <div className={css.amountField}>
        <NumberField
          form={form}
          name="checkout.sendBackDays"
          label={t('cms.checkout.sendBackDays')}
          description={t('cms.checkout.sendBackDaysHint')}
          min={1}
        />
      </div>
      <TextareaField
        form={form}
        name="checkout.returnAddress"
        label={t('cms.checkout.returnAddress')}
        description={t('cms.checkout.returnAddressHint')}
        rows={4}
      />
      <div className={css.amountField}>
        <NumberField
          form={form}
          name="checkout.editMinutes"
          label={t('cms.checkout.editMinutes')}
          description={t('cms.checkout.editMinutesHint')}
          min={0}
        />
      </div>
      <TextField
        form={form}
        name="checkout.trustLine"
        label={t('cms.checkout.trustLine')}
        description={t('cms.checkout.trustLineHint')}
      />
      <TextareaField
        form={form}
        name="checkout.buttonNote"
        label={t('cms.checkout.buttonNote')}
        description={t('cms.checkout.buttonNoteHint')}
        rows={3}
      />
      <TextareaField
        form={form}
        name="checkout.thankYou"
        label={t('cms.checkout.thankYou')}
        description={t('cms.checkout.thankYouHint')}
        rows={3}
      />
      <CheckoutFields form={form} />
    </SectionCard>
  )
}

function ReturnCostsField({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const labels = {
    unstated: t('cms.checkout.returnCosts.unstated'),
    customer: t('cms.checkout.returnCosts.customer'),
    store: t('cms.checkout.returnCosts.store'),
  }
  return (
    <SelectField
      form={form}
      name="checkout.returnCosts"
      label={t('cms.checkout.returnCosts.label')}
      description={t('cms.checkout.returnCosts.hint')}
      options={ReturnCosts.options.map(value => ({ value, label: labels[value] }))}
    />
  )
}
