import type { PlainErrorCode } from './error-message.ts'

/** The error of each constraint that a request can violate. */
export const constraintCodes: Readonly<Record<string, PlainErrorCode>> = {
  bookmark__path__taken: 'bookmark_taken',
  category__name__taken: 'category_name_taken',
  category__slug__taken: 'category_handle_taken',
  customer__email__taken: 'customer_email_taken',
  discount_code__code__taken: 'discount_code_taken',
  discount__code__taken: 'discount_code_taken',
  domain__domain__in_use: 'domain_taken',
  domain__domain__taken: 'domain_listed',
  domain__is_primary__taken: 'primary_domain_taken',
  invoice__number__issued: 'invoice_issued',
  invoice__order__taken: 'order_invoiced',
  invoice_setting__credit_note_prefix__taken: 'invoice_prefixes_equal',
  invitation__email__taken: 'already_invited',
  email_suppression__email__taken: 'suppression_taken',
  list_view__name__taken: 'view_name_taken',
  membership__role__invalid: 'membership_invalid',
  membership__role__last_owner: 'last_owner',
  membership__status__invalid: 'membership_invalid',
  order__number__taken: 'order_number_taken',
  page__slug__taken: 'page_handle_taken',
  post__slug__taken: 'post_handle_taken',
  passkey__passkey__taken: 'passkey_taken',
  payment_method__name__taken: 'payment_method_name_taken',
  segment__name__taken: 'segment_name_taken',
  shipping_zone__name__taken: 'shipping_zone_name_taken',
  person__email__taken: 'email_taken',
  person__username__taken: 'username_taken',
  product__slug__taken: 'product_handle_taken',
  redirect__path__redirect_path_taken: 'redirect_path_taken',
  role__name__taken: 'role_name_taken',
  role__role__taken: 'role_name_taken',
  saved_reply__name__taken: 'saved_reply_name_taken',
  tax_class__name__taken: 'tax_class_name_taken',
  store__slug__taken: 'store_url_taken',
  theme__active__taken: 'theme_active_taken',
  variant__options__taken: 'variant_taken',
  variant__stock__insufficient: 'insufficient_stock',
}

/** Returns the error of a constraint, and a general one for a constraint of internal tables. */
export const getConstraintCode = (constraint: string): PlainErrorCode =>
  constraintCodes[constraint] ?? (constraint.endsWith('__taken') ? 'taken' : 'value_rejected')
