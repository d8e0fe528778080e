import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CampaignInput } from '#contract/campaign/campaign.ts'
import { segmentApi } from '#contract/campaign/segment.ts'
import { updateSchema } from '#contract/lib/schemas.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { SelectField } from '../ui/field/choice-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

export const CampaignValues = updateSchema(CampaignInput)
export type CampaignValues = z.input<typeof CampaignValues>
type Props = { form: ContractForm<CampaignValues> }

export function CampaignFields({ form }: Props) {
  const { t } = useTranslation()
  return (
    <SectionCard>
      <TextField
        form={form}
        name="name"
        label={t('campaign.field.name')}
        description={t('campaign.nameHint')}
        required
      />
      <SegmentField form={form} />
      <TextField form={form} name="subject" label={t('campaign.field.subject')} />
      <TextField
        form={form}
        name="preview"
        label={t('campaign.field.preview')}
        description={t('campaign.previewHint')}
      />
      <RichTextField form={form} name="body" label={t('campaign.field.body')} minHeight={360} />
    </SectionCard>
  )
}

function SegmentField({ form }: Props) {
  const { t } = useTranslation()
  const segments = useQuery(queryOptionsFor(segmentApi.list, { query: { perPage: 100 } })).data
  return (
    <SelectField
      form={form}
      name="segmentId"
      label={t('campaign.field.segmentId')}
      description={t('campaign.consentHint')}
      placeholder={t('campaign.everyone')}
      clearable
      // An empty list would open without a choice.
      disabled={segments?.items.length === 0}
      options={(segments?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  )
}
