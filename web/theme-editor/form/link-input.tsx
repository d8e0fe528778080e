import { Autocomplete } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { LinkTarget } from '#contract/lib/text/link-target.ts'
import css from './theme-form.module.css'
import { useLinkSuggestions } from './use-link-suggestions.ts'

/** A link: a page of the store, which the user can find by its name, or a URL. */
export function LinkInput({
  value,
  onChange,
  ...inputProps
}: {
  label: string
  description: string | undefined
  error: string | undefined
  disabled: boolean
  'data-path': string
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const groups = useLinkSuggestions(value)
  const nameByPath = new Map(
    groups.flatMap(({ links }) => links.map(({ path, name }) => [path, name] as const)),
  )
  return (
    <Autocomplete
      {...inputProps}
      placeholder={t('themeEditor.link.placeholder')}
      leftSection={<IconLink size={15} stroke={1.75} aria-hidden />}
      maxLength={getMaxLength(LinkTarget)}
      value={value}
      onChange={onChange}
      // The server has searched already.
      filter={({ options }) => options}
      data={groups.map(({ name, links }) => ({
        group: name,
        items: links.map(({ path }) => path),
      }))}
      renderOption={({ option }) => (
        <span className={css.linkOption}>
          <span>{nameByPath.get(option.value)}</span>
          <span dir="ltr" className={css.linkPath}>
            {option.value}
          </span>
        </span>
      )}
    />
  )
}
