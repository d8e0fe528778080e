import type { ThemeField, ThemeGroup } from '#contract/theme/theme.ts'
import { findText } from '../../lib/preference/i18n.ts'

// Themes come from the server, so their keys are not known at build time. A theme without
// translations keeps the English texts from the server.

export const getGroupLabel = ({ key, label }: Pick<ThemeGroup, 'key' | 'label'>) =>
  findText(`theme.group.${key}`) ?? label

export const getThemeFieldLabel = ({ key, label }: Pick<ThemeField, 'key' | 'label'>) =>
  findText(`theme.field.${key}`) ?? label

type OptionsField = Extract<ThemeField, { type: 'font' | 'select' }>

/**
 * Returns the options of a field with labels in the language of the page. Fonts have the same names
 * in every field.
 */
export const getThemeFieldOptions = ({ type, key, options }: OptionsField) =>
  options.map(({ value, label }) => ({
    value,
    label:
      (type === 'font'
        ? findText(`theme.font.${value}`)
        : findText(`theme.option.${key}.${value}`)) ?? label,
  }))
