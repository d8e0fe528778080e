import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { policyKinds } from '#contract/cms/cms.ts'
import { listNeededPolicies } from '#contract/store/store-defaults.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { toOptions } from '../lib/to-options.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'
import { createPolicyTemplate } from './policy-template.ts'

type CurrentStore = ReturnType<typeof useCurrentStore>

export function PoliciesSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<(typeof policyKinds)[number]>('privacy')
  const { identity, contact, policies } = form.values
  const store = useCurrentStore()
  const kinds = toOptions(policyKinds, value => t(`store.policy.${value}`))
  const selectKind = (value: string) =>
    setKind(policyKinds.find(policyKind => policyKind === value) ?? 'privacy')
  const insertTemplate = async () => {
    if (!store) return
    const template = await createPolicyTemplate(kind, { identity, contact }, store)
    form.setFieldValue(`policies.${kind}`, template)
  }
  useFillPolicies(form, store)
  return (
    <SectionCard title={t('cms.section.policies')} hint={t('cms.hint.policies')}>
      <SegmentedControl
        className={css.policyTabs}
        value={kind}
        aria-label={t('cms.policies.policy')}
        onChange={selectKind}
        data={kinds}
      />
      <NativeSelect
        className={css.policySelect}
        value={kind}
        aria-label={t('cms.policies.policy')}
        onChange={event => selectKind(event.currentTarget.value)}
        data={kinds}
      />
      {!policies[kind] && (
        <div className={css.policyDraft}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileText size={15} stroke={1.75} />}
            onClick={() => void insertTemplate()}
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
        label={t(`store.policy.${kind}`)}
        minHeight={320}
      />
    </SectionCard>
  )
}

/** Fills the empty policies that a store in its country needs. The setup guide links to it with `fill`. */
function useFillPolicies(form: CmsForm, store: CurrentStore) {
  const [params, setParams] = useSearchParams()
  const isRequested = params.has('fill') && store !== undefined
  const { identity, contact, policies } = form.values
  useEffect(
    function fillPolicies() {
      if (!isRequested) return
      setParams({ section: 'policies' }, { replace: true })
      const emptyKinds = listNeededPolicies(store.address.country ?? '').filter(
        kind => policies[kind] === '',
      )
      for (const kind of emptyKinds)
        void createPolicyTemplate(kind, { identity, contact }, store).then(template =>
          form.setFieldValue(`policies.${kind}`, template),
        )
    },
    [form, isRequested, setParams, store, identity, contact, policies],
  )
}
