import { loadLazyTexts } from '../../lib/preference/i18n.ts'

/** Loads a page together with the texts of rarely opened pages. */
export const withLazyTexts = async <T>(page: Promise<T>): Promise<T> =>
  (await Promise.all([page, loadLazyTexts()]))[0]
