import { Input, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Cms, type SocialNetwork, socialHosts } from '#contract/cms/cms.ts'
import { useFormatters } from '../lib/formatters.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { AddressFields } from '../ui/field/address-fields.tsx'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'

export function ContactSection({ form, cms }: { form: CmsForm; cms: Cms }) {
  const { t } = useTranslation()
  return (
    <>
      <SectionCard title={t('cms.section.contact')} hint={t('cms.hint.contact')}>
        <FieldRow>
          <TextField form={form} name="contact.email" label={t('cms.contact.email')} type="email" />
          <TextField form={form} name="contact.phone" label={t('cms.contact.phone')} type="tel" />
          <TextField
            form={form}
            name="contact.whatsapp"
            label={t('cms.contact.whatsapp')}
            type="tel"
          />
        </FieldRow>
        {form.values.contact.email !== cms.contact.email && (
          <ReauthenticationFields
            form={form}
            getFieldName={part => part}
            description={t('myStore.field.emailPasswordHint')}
          />
        )}
        <AddressFields
          form={form}
          getFieldName={part => `contact.address.${part}`}
          hasName={false}
        />
        <TextField
          form={form}
          name="contact.mapLink"
          label={t('cms.contact.mapLink')}
          type="url"
          placeholder="https://"
        />
      </SectionCard>
      <SectionCard title={t('cms.contact.hours')}>
        <OpeningHours form={form} />
      </SectionCard>
    </>
  )
}

function OpeningHours({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const { weekdays } = useFormatters()
  return (
    <div className={css.openingHours}>
      {weekdays().map(({ index, name: day }) => {
        const isOpen = form.values.contact.hours[index]?.isOpen
        const path = `contact.hours.${index}` as const
        return (
          <div key={day} className={css.openingDay}>
            <span className={css.dayName}>{day}</span>
            <Switch
              {...form.getInputProps(`${path}.isOpen`, { type: 'checkbox' })}
              label={t(isOpen ? 'cms.contact.open' : 'cms.contact.closed')}
              aria-label={day}
            />
            {isOpen && (
              <span className={css.openingTimes}>
                <TextInput
                  type="time"
                  size="xs"
                  aria-label={t('cms.contact.opensAt', { day })}
                  {...form.getInputProps(`${path}.from`)}
                />
                <span aria-hidden>–</span>
                <TextInput
                  type="time"
                  size="xs"
                  aria-label={t('cms.contact.closesAt', { day })}
                  {...form.getInputProps(`${path}.to`)}
                />
              </span>
            )}
            <Input.Error>{form.errors[path]}</Input.Error>
          </div>
        )
      })}
    </div>
  )
}

export function ChatSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.chat')} hint={t('cms.hint.chat')}>
      <SwitchField form={form} name="chat.enabled" label={t('cms.chat.enabled')} />
      <TextField
        form={form}
        name="chat.greeting"
        label={t('cms.chat.greeting')}
        description={t('cms.chat.greetingHint')}
      />
      <TextField
        form={form}
        name="chat.answerTime"
        label={t('cms.chat.answerTime')}
        placeholder={t('cms.chat.answerTimeExample')}
      />
    </SectionCard>
  )
}

const networks: readonly SocialNetwork[] = [
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'pinterest',
  'x',
  'linkedin',
]

export function SocialSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.social')} hint={t('cms.hint.social')}>
      {networks.map(network => (
        <TextField
          key={network}
          form={form}
          name={`social.${network}`}
          label={t(`cms.social.${network}`)}
          type="url"
          placeholder={`https://${socialHosts[network][0]}/…`}
        />
      ))}
    </SectionCard>
  )
}
