import type { ReactNode } from 'react'
import type { ContractForm } from '../lib/use-contract-form.ts'
import css from './campaign.module.css'
import { CampaignFields, type CampaignValues } from './campaign-fields.tsx'
import { CampaignPreview } from './campaign-preview.tsx'

type Props = { form: ContractForm<CampaignValues>; children?: ReactNode }

/** The fields of a campaign with its preview beside them. */
export function CampaignCompose({ form, children }: Props) {
  const { subject, preview, body } = form.values
  return (
    <div className={css.compose}>
      <div className={css.column}>
        <CampaignFields form={form} />
      </div>
      <div className={css.column}>
        {children}
        <CampaignPreview text={{ subject, preview, body }} />
      </div>
    </div>
  )
}
