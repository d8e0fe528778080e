import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type SearchRule, SearchRuleInput, searchRuleApi } from '#contract/cms/search-rule.ts'
import { getMaxItems } from '#contract/lib/schema-values.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { RecordInput } from '../component/record-input.tsx'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { TagsField } from '../ui/field/choice-field.tsx'
import { getFieldInput } from '../ui/field/form-field.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'

/** The form of a new or existing search rule. The URL can contain the first term of a new one. */
export function SearchRuleDrawer({ record: rule, onClose }: RecordFormProps<SearchRule>) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const form = useContractForm(SearchRuleInput, {
    values: rule
      ? pickFields(SearchRuleInput, rule)
      : { terms: params.getAll('term'), pinnedProducts: [], hiddenProducts: [] },
    can: 'cms:write',
    onSave: useSaveRecord(searchRuleApi, rule, onClose),
  })
  return (
    <DrawerForm
      form={form}
      title={t(rule ? 'searchRule.edit' : 'searchRule.add')}
      saveLabel={t(rule ? 'searchRule.save' : 'searchRule.add')}
      onClose={onClose}
      deletion={
        rule && {
          route: searchRuleApi.delete,
          id: rule._id,
          label: t('searchRule.delete'),
          title: t('searchRule.deleteTitle', { terms: rule.terms.join(', ') }),
          text: t('searchRule.deleteText'),
        }
      }
    >
      <TagsField
        form={form}
        name="terms"
        label={t('searchRule.field.terms')}
        description={t('searchRule.termsHint')}
      />
      <ProductsField form={form} name="pinnedProducts" hint={t('searchRule.pinnedHint')} />
      <ProductsField form={form} name="hiddenProducts" hint={t('searchRule.hiddenHint')} />
    </DrawerForm>
  )
}

type ProductsFieldProps = {
  form: ContractForm<SearchRuleInput>
  name: 'pinnedProducts' | 'hiddenProducts'
  hint: string
}

function ProductsField({ form, name, hint }: ProductsFieldProps) {
  const { t } = useTranslation()
  const label = t(`searchRule.field.${name}`)
  const { inputProps, setValue } = getFieldInput({ form, name, label })
  return (
    <RecordInput
      label={label}
      description={hint}
      error={typeof inputProps.error === 'string' ? inputProps.error : undefined}
      disabled={false}
      data-path={name}
      entity="product"
      max={getMaxItems(SearchRuleInput.shape[name])}
      value={form.values[name] ?? []}
      onChange={setValue}
    />
  )
}
