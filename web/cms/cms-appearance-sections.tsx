import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paymentIcons } from '#contract/cms/cms.ts'
import { maxAnnouncements } from '#contract/cms/cms-announcement.ts'
import { getContrast, HexColor, readableContrast } from '#contract/lib/color.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toOptions } from '../lib/to-options.ts'
import { SingleImageField } from '../media/single-image-field.tsx'
import { DateTimeField } from '../ui/date/date-time-field.tsx'
import { MultiSelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { ColorField } from '../ui/field/color-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { FormItem, FormItems } from '../ui/form/form-items.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import type { CmsForm } from './cms-form.ts'
import { CmsPreview } from './cms-preview.tsx'

export function IdentitySection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.identity')} hint={t('cms.hint.identity')}>
      <CmsPreview form={form} parts={['header']} />
      <TextField
        form={form}
        name="identity.siteTitle"
        label={t('cms.identity.siteTitle')}
        required
      />
      <TextField
        form={form}
        name="identity.tagline"
        label={t('cms.identity.tagline')}
        description={t('cms.identity.taglineHint')}
      />
      <SingleImageField form={form} name="identity.logo" label={t('cms.identity.logo')} />
      <FieldRow>
        <SingleImageField form={form} name="identity.favicon" label={t('cms.identity.favicon')} />
        <SingleImageField
          form={form}
          name="identity.shareImage"
          label={t('cms.identity.shareImage')}
        />
      </FieldRow>
    </SectionCard>
  )
}

export function AnnouncementSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.announcement')} hint={t('cms.hint.announcement')}>
      <CmsPreview form={form} parts={['announcement', 'header']} />
      <SwitchField form={form} name="announcement.enabled" label={t('cms.announcement.enabled')} />
      <TextField form={form} name="announcement.text" label={t('cms.announcement.text')} />
      <TextField
        form={form}
        name="announcement.link"
        label={t('cms.announcement.link')}
        description={t('cms.announcement.linkHint')}
      />
      <FurtherMessages form={form} />
      <FieldRow>
        <ColorField
          form={form}
          name="announcement.background"
          label={t('cms.announcement.background')}
        />
        <ColorField form={form} name="announcement.color" label={t('cms.announcement.color')} />
      </FieldRow>
      <ContrastWarning
        background={form.values.announcement.background}
        color={form.values.announcement.color}
      />
      <FieldRow>
        <DateTimeField
          form={form}
          name="announcement.startsAt"
          label={t('cms.announcement.startsAt')}
        />
        <DateTimeField
          form={form}
          name="announcement.endsAt"
          isEnd
          label={t('cms.announcement.endsAt')}
          description={t('cms.announcement.always')}
        />
      </FieldRow>
      <SwitchField
        form={form}
        name="announcement.dismissible"
        label={t('cms.announcement.dismissible')}
      />
    </SectionCard>
  )
}

function FurtherMessages({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const { furtherMessages } = form.values.announcement
  return (
    <FormItems
      title={t('cms.announcement.furtherMessages')}
      addLabel={t('cms.announcement.addMessage')}
      can="cms:write"
      onAdd={
        furtherMessages.length < maxAnnouncements - 1
          ? () => form.insertListItem('announcement.furtherMessages', { text: '', link: '' })
          : undefined
      }
    >
      {furtherMessages.map((_, index) => (
        <FormItem
          // Messages have no id.
          // biome-ignore lint/suspicious/noArrayIndexKey: fields are bound to the index
          key={index}
          removeLabel={t('cms.announcement.removeMessage', { number: index + 2 })}
          onRemove={() => form.removeListItem('announcement.furtherMessages', index)}
          firstField={
            <TextField
              form={form}
              name={`announcement.furtherMessages.${index}.text`}
              label={t('cms.announcement.text')}
            />
          }
        >
          <TextField
            form={form}
            name={`announcement.furtherMessages.${index}.link`}
            label={t('cms.announcement.link')}
          />
        </FormItem>
      ))}
    </FormItems>
  )
}

function ContrastWarning({ background, color }: { background: string; color: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [backgroundColor, textColor] = [HexColor.safeParse(background), HexColor.safeParse(color)]
  if (!backgroundColor.success || !textColor.success) return null
  const contrast = getContrast(backgroundColor.data, textColor.data)
  if (contrast >= readableContrast) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="status">
      {t('cms.announcement.lowContrast', {
        contrast: format.number(contrast, { maximumFractionDigits: 1 }),
        minimum: format.number(readableContrast),
      })}
    </Alert>
  )
}

export function FooterSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('cms.section.footer')} hint={t('cms.hint.footer')}>
      <CmsPreview form={form} parts={['footer']} />
      <TextareaField form={form} name="footer.text" label={t('cms.footer.text')} />
      <TextField form={form} name="footer.copyright" label={t('cms.footer.copyright')} />
      <MultiSelectField
        form={form}
        name="footer.paymentIcons"
        label={t('cms.footer.paymentIcons')}
        options={toOptions(paymentIcons, value => t(`cms.footer.icon.${value}`))}
      />
      <SwitchField form={form} name="footer.showSocial" label={t('cms.footer.showSocial')} />
      <SwitchField form={form} name="footer.showContact" label={t('cms.footer.showContact')} />
      <SwitchField
        form={form}
        name="footer.showNewsletter"
        label={t('cms.footer.showNewsletter')}
      />
    </SectionCard>
  )
}
