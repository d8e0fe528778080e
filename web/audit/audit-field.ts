/** What has a name in every language: kinds of rows, and columns. What has none is shown as the database writes it. */
export const kinds = [
  'business', 'membership', 'role', 'invitation', 'domain', 'media', 'category', 'product', 'product_image', 'variant', 'product_category', 'customer',
  'order', 'order_line', 'order_event', 'payment', 'fulfillment', 'cms', 'page', 'theme', 'list_view', 'payment_method', 'session', 'person', 'export',
  'api_key', 'webhook', 'ownership_offer',
] as const

export const fields = [
  'abilities', 'ability', 'accepts_marketing', 'active', 'actor', 'actor_id', 'address', 'address_chosen_at', 'allow_backorder', 'alt', 'amount',
  'at', 'avatar', 'barcode', 'billing_address', 'body', 'bytes', 'cancel_reason', 'cancelled_at', 'carrier', 'category_id', 'city', 'code', 'columns',
  'compare_at_price', 'completed_at', 'confirmed_at', 'cost', 'country', 'created_at', 'created_by', 'currency', 'customer_email', 'customer_id', 'customer_name',
  'customer_note', 'customer_phone', 'data', 'default_tax_rate', 'delivered_at', 'density', 'description', 'device', 'discount', 'discount_total',
  'domain', 'email', 'enabled', 'events', 'expires_at', 'favicon', 'file_name', 'filters', 'from_person', 'full_name', 'fulfilled', 'fulfillment_status',
  'has_given_up', 'height', 'hint', 'image', 'image_id', 'instructions', 'invited_by', 'is_fixed', 'is_on', 'is_primary', 'is_shared', 'item_count',
  'kind', 'last_error', 'legal_name', 'line1', 'line2', 'lines', 'list', 'locale', 'logo', 'low_stock_at', 'made_by', 'media_id', 'method', 'name',
  'note', 'number', 'options', 'order_prefix', 'paid_total', 'parent', 'payment_status', 'permissions', 'person_id', 'phone', 'position',
  'postalCode', 'previous_status', 'price', 'product_id', 'product_type', 'quantity', 'query', 'reason', 'records', 'reference', 'refunded_total',
  'region', 'renewed_at', 'requires_shipping', 'returned', 'revoked_at', 'role', 'sections', 'sent_at', 'seo_description', 'seo_title', 'settings',
  'shipped_at', 'shipping_address', 'shipping_method', 'shipping_total', 'sku', 'slug', 'source', 'source_url', 'state', 'status', 'stays_owner',
  'staysOwner', 'stock', 'subtotal', 'tags', 'tax', 'tax_included', 'tax_rate', 'tax_total', 'timezone', 'title', 'to_person', 'took_stock',
  'total', 'track_stock', 'tracking_number', 'tracking_url', 'twoStep', 'type', 'unit_price', 'url', 'variant_id', 'variant_title', 'vendor',
  'weight', 'weight_unit', 'what', 'width',
] as const
type Field = (typeof fields)[number]

/** Amounts in minor units. */
export const moneyFields: ReadonlySet<string> = new Set<Field>([
  'price', 'compare_at_price', 'cost', 'subtotal', 'discount_total', 'shipping_total', 'tax_total', 'total', 'paid_total', 'refunded_total', 'unit_price', 'discount', 'tax', 'amount',
])

/** What an export was of. */
export const exported = ['product', 'order', 'customer', 'audit'] as const

const pages: Record<string, string> = { product: '/apps/product/update/', order: '/apps/order/orderDetail/', customer: '/apps/customer/view/', business: '/apps/myStore/update/' }
const lists: Record<string, string> = { category: '/apps/category/list', domain: '/apps/domains/list', payment_method: '/apps/payment', cms: '/apps/cms' }

/** Where a record is looked at, if anywhere. */
export const pageOf = ({ entity, _id }: { entity: string; _id: string }): string | undefined => (pages[entity] ? `${pages[entity]}${_id}` : lists[entity])
