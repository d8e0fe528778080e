import { maxCartLines, maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import type { StorefrontFormError } from '#contract/storefront/storefront-form.ts'
import type { StorefrontTranslate } from '../../locales/texts.ts'

/** Returns the reason why an edit of an order was rejected, and what the shopper can do. */
export function formatEditError(
  { code, count = 0 }: StorefrontFormError,
  t: StorefrontTranslate,
  maxQuantity = maxCartQuantity,
): string {
  switch (code) {
    case 'version_conflict':
      return t('orderEdit.stale')
    case 'order_edit_unchanged':
      return t('orderEdit.unchanged')
    case 'order_items_being_paid':
      return t('orderEdit.beingPaid')
    case 'order_not_deliverable':
      return t('orderEdit.notDeliverable')
    case 'order_below_minimum':
      return t('orderEdit.belowMinimum')
    case 'required':
      return t('orderEdit.empty')
    case 'discount_not_applied':
      return t('orderEdit.discount')
    case 'line_stock_short':
      return t('unitsLeft', { count })
    case 'line_out_of_stock':
      return t('soldOut')
    case 'not_sold':
      return t('orderEdit.notSold')
    case 'not_a_whole_number':
      return t('orderEdit.quantity', { count: maxQuantity })
    case 'too_many_attempts':
    case 'too_many_attempts_minutes':
      return t('tooManyRequestsText')
    case 'too_many_entries':
      return t('orderEdit.tooMany', { count: maxCartLines })
    default:
      return code.startsWith('order_') ? t('orderEdit.closed') : t('formErrors.invalid')
  }
}
