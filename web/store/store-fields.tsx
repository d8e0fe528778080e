import { Button, Text } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocaleLanguage, languages as knownLanguages } from '#contract/lib/text/languages.ts'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { weightUnits } from '#contract/lib/weight.ts'
import type { StoreDetail } from '#contract/store/store.ts'
import { useStoreId } from '../lib/session/session.ts'
import { toOptions } from '../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { SingleImageField } from '../media/single-image-field.tsx'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { AddressFields } from '../ui/field/address-fields.tsx'
import { MultiSelectField, SelectField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { EditColumns, EditForm, FieldRow } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { OrderStepsField } from './order-steps-field.tsx'
import { StoreHandleField } from './store-handle-field.tsx'
import { listCurrencyOptions, listLanguageOptions, listTimezoneOptions } from './store-options.ts'
import { StorePasswordCard } from './store-password-card.tsx'
import { StoreStatusCard } from './store-status-card.tsx'
import {
  pickRegion,
  type StoreFormOutput,
  StoreFormSchema,
  type StoreValues,
} from './store-values.ts'
import { useStoreDefaultsText } from './use-store-defaults-text.ts'

type Props = {
  values: StoreValues
  title: string
  store?: StoreDetail
  /** The store is a page of the settings, not of the list of stores. */
  isInSettings?: boolean
  onSave: (values: StoreFormOutput) => Promise<unknown>
}
type StoreCardProps = { form: ContractForm<StoreValues>; store?: StoreDetail | undefined }

/** The form of a new or existing store. */
export function StoreFields({ values, title, store, isInSettings, onSave }: Props) {
  const { t } = useTranslation()
  const form = useContractForm(StoreFormSchema, { values, onSave })
  const isCurrentStore = useStoreId() === store?._id
  useFollowCountry(form, store === undefined)
  return (
    <EditForm form={form} {...(!store && { saveLabel: t('myStore.edit.create') })}>
      <PageHeader
        title={title}
        subtitle={store && formatDomain(new URL(store.storefrontUrl).host)}
        {...(!isInSettings && {
          back: { to: '/apps/myStore/list', label: t('myStore.list.title') },
        })}
      >
        {!store && !form.isChanged && <Button type="submit">{t('myStore.edit.create')}</Button>}
      </PageHeader>
      <EditColumns
        sidebar={
          <>
            {store && <StoreStatusCard store={store} isChanged={form.isChanged} />}
            {isCurrentStore && <StorePasswordCard />}
            <BrandingCard form={form} store={store} />
          </>
        }
      >
        <NameCard form={form} store={store} />
        <ContactCard form={form} store={store} />
        <CurrencyCard form={form} store={store} />
        <LocaleCard form={form} />
      </EditColumns>
    </EditForm>
  )
}

/** Sets the region of a new store when the user chooses another country. */
function useFollowCountry(form: ContractForm<StoreValues>, isNew: boolean) {
  const { i18n } = useTranslation()
  const { language } = i18n
  const country = form.values.address?.country ?? ''
  const lastCountry = useRef(country)
  useEffect(
    function setRegion() {
      if (!isNew || lastCountry.current === country) return
      lastCountry.current = country
      form.setValues(pickRegion(country, language))
    },
    [form, isNew, country, language],
  )
}

function NameCard({ form, store }: StoreCardProps) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('myStore.card.name')}>
      <TextField
        form={form}
        name="name"
        label={t('myStore.field.name')}
        required
        autoFocus={!store}
      />
      <StoreHandleField
        form={form}
        name="slug"
        label={t('myStore.field.slug')}
        required
        sourceName={form.values.name}
        locale={form.values.locale}
        {...(store && { currentHandle: store.slug, description: t('myStore.field.slugHint') })}
      />
      <TextareaField
        form={form}
        name="description"
        label={t('myStore.field.description')}
        description={t('myStore.field.descriptionHint')}
      />
    </SectionCard>
  )
}

function ContactCard({ form, store }: StoreCardProps) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('myStore.card.contact')} hint={t('myStore.card.contactHint')}>
      <TextField
        form={form}
        name="legalName"
        label={t('myStore.field.legalName')}
        autoComplete="organization"
      />
      <FieldRow>
        <TextField
          form={form}
          name="email"
          label={t('myStore.field.email')}
          type="email"
          autoComplete="email"
        />
        <TextField
          form={form}
          name="phone"
          label={t('myStore.field.phone')}
          type="tel"
          autoComplete="tel"
        />
      </FieldRow>
      {store && form.values.email !== store.email && (
        <ReauthenticationFields
          form={form}
          getFieldName={part => part}
          description={t('myStore.field.emailPasswordHint')}
        />
      )}
      <AddressFields
        form={form}
        getFieldName={addressPart => `address.${addressPart}`}
        hasName={false}
      />
    </SectionCard>
  )
}

function CurrencyCard({ form, store }: StoreCardProps) {
  const { t, i18n } = useTranslation()
  const getStoreDefaultsText = useStoreDefaultsText()
  const options = useMemo(() => listCurrencyOptions(i18n.language), [i18n.language])
  return (
    <SectionCard
      title={t('myStore.card.sales')}
      hint={!store && getStoreDefaultsText(form.values.address?.country ?? '')}
    >
      <SelectField
        form={form}
        name="currency"
        label={t('myStore.field.currency')}
        description={t(
          store?.hasOrders ? 'myStore.field.currencyFixed' : 'myStore.field.currencyHint',
        )}
        options={options}
        disabled={store?.hasOrders ?? false}
      />
      <FieldRow>
        <TextField
          form={form}
          name="orderPrefix"
          label={t('myStore.field.orderPrefix')}
          description={t('myStore.field.orderPrefixHint', {
            example: `${form.values.orderPrefix ?? ''}1001`,
          })}
        />
        <NumberField
          form={form}
          name="lowStockThreshold"
          label={t('myStore.field.lowStockThreshold')}
          description={t('myStore.field.lowStockThresholdHint')}
          min={0}
        />
      </FieldRow>
      <OrderStepsField form={form} />
    </SectionCard>
  )
}

function LocaleCard({ form }: StoreCardProps) {
  const { t, i18n } = useTranslation()
  const current = { zone: form.values.timezone ?? 'UTC', language: form.values.locale ?? 'en' }
  const zones = useMemo(() => listTimezoneOptions(current.zone), [current.zone])
  const languages = useMemo(
    () => listLanguageOptions(i18n.language, current.language),
    [i18n.language, current.language],
  )
  return (
    <SectionCard title={t('myStore.card.region')}>
      <SelectField
        form={form}
        name="timezone"
        label={t('myStore.field.timezone')}
        description={t('myStore.field.timezoneHint')}
        options={zones}
      />
      <FieldRow>
        <SelectField
          form={form}
          name="locale"
          label={t('myStore.field.locale')}
          options={languages}
        />
        <SelectField
          form={form}
          name="weightUnit"
          label={t('myStore.field.weightUnit')}
          options={toOptions(weightUnits, value => t(`myStore.weight.${value}`))}
        />
      </FieldRow>
      <MultiSelectField
        form={form}
        name="languages"
        label={t('myStore.field.languages')}
        description={t('myStore.field.languagesHint')}
        options={knownLanguages
          .filter(({ code }) => code !== getLocaleLanguage(current.language))
          .map(({ code, name }) => ({ value: code, label: name }))}
      />
    </SectionCard>
  )
}

/**
 * Images belong to the store in which they are uploaded, so only the current store can change them.
 */
function BrandingCard({ form, store }: StoreCardProps) {
  const { t } = useTranslation()
  const isCurrentStore = useStoreId() === store?._id
  if (!isCurrentStore)
    return (
      <SectionCard title={t('myStore.card.branding')}>
        <Text size="sm" c="dimmed">
          {t(store ? 'myStore.branding.switchStore' : 'myStore.branding.afterCreation')}
        </Text>
      </SectionCard>
    )
  return (
    <SectionCard title={t('myStore.card.branding')}>
      <SingleImageField
        form={form}
        name="logo"
        label={t('myStore.field.logo')}
        description={t('myStore.field.logoHint')}
      />
      <SingleImageField
        form={form}
        name="favicon"
        label={t('myStore.field.favicon')}
        description={t('myStore.field.faviconHint')}
      />
    </SectionCard>
  )
}
