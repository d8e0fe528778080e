import type { Theme } from '#contract/theme/theme.ts'
import { findText } from '../lib/preference/i18n.ts'

/**
 * Returns the description of a theme. Themes come from the server, so their keys are not known at
 * build time. A theme without a translation keeps the English text from the server.
 */
export const getThemeDescription = ({ code, description }: Pick<Theme, 'code' | 'description'>) =>
  findText(`theme.description.${code}`) ?? description
