import { Button, SegmentedControl } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { policyKinds } from '#contract/cms.ts'
import { RichTextField } from '../ui/form/rich-text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'

const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function PoliciesSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<(typeof policyKinds)[number]>('privacy')
  const { identity, contact, policies } = form.values
  const insertDraft = () =>
    form.setFieldValue(
      `policies.${kind}`,
      t(`cms.policies.template.${kind}`, {
        name: escapeHtml(identity.siteTitle),
        email: escapeHtml(contact.email),
      }),
    )
  return (
    <SectionCard title={t('cms.section.policies')} hint={t('cms.hint.policies')}>
      <SegmentedControl
        className={css.policyTabs}
        value={kind}
        aria-label={t('cms.policies.policy')}
        onChange={value =>
          setKind(policyKinds.find(policyKind => policyKind === value) ?? 'privacy')
        }
        data={policyKinds.map(value => ({ value, label: t(`cms.policies.${value}`) }))}
      />
      {!policies[kind] && (
        <div className={css.policyDraft}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileText size={15} stroke={1.75} />}
            onClick={insertDraft}
          >
            {t('cms.policies.useTemplate')}
          </Button>
          <span className="sw-dimmed">{t('cms.policies.templateHint')}</span>
        </div>
      )}
      <RichTextField
        key={kind}
        form={form}
        name={`policies.${kind}`}
        label={t(`cms.policies.${kind}`)}
        minHeight={320}
      />
    </SectionCard>
  )
}
