import type { ErrorTemplate } from './error-text.ts'

/** Problems of a file that exclude their product or order from the import. */
export const importRowErrors = {
  ragged_row: {
    one: 'This row has 1 cell, but the header has {{columns}}. Check that each value is in its column.',
    other:
      'This row has {{count}} cells, but the header has {{columns}}. Check that each value is in its column.',
  },
  quote_misplaced:
    'The quotation marks in this row are ambiguous. Double each one that is part of a text.',
  quote_not_closed:
    'A quotation mark is never closed, so we couldn’t read the file from here on. Close it.',
  cell_too_long:
    'This cell is too long, so we couldn’t read the file from here on. Check the quotation marks.',
  not_a_number: '“{{value}}” isn’t a number. Enter a number.',
  negative: '“{{value}}” is below zero. Enter 0 or more.',
  too_large: '“{{value}}” is too large. Enter a smaller number.',
  too_long: 'Shorten this text to at most {{maximum}} characters. It has {{length}}.',
  handle_missing: 'We don’t know which product this row belongs to. Enter the product’s title.',
  title_missing: 'This product has no title. Add one.',
  price_missing: 'The variant “{{variant}}” has no price, so it is skipped. Add one.',
  status_unknown: '“{{value}}” isn’t a status. Use active, draft or archived.',
  parent_missing: 'The product “{{parent}}” of this variation isn’t in the file. Add it.',
  variations_missing:
    'This product has no variation that is turned on, so there is nothing to sell. Turn one on.',
  broken_off:
    'Variations of this product may be in the part that we couldn’t read. Correct the unreadable row first.',
  too_many_options: 'A product can have at most {{count}} options. Remove the others.',
  too_many_values:
    'An option can have at most {{maximum}} values. “{{option}}” has {{count}}. Remove some.',
  too_many_variants:
    'A product can have at most {{maximum}} variants. This one has {{count}}. Remove some.',
  too_many_variants_in_total:
    'With its existing variants, this product would have {{count}}. It can have at most {{maximum}}. Remove some.',
  option_missing: 'This variant has no value for one of the product’s options. Add it.',
  duplicate_option: 'Two options of this product have the same name. Rename one of them.',
  duplicate_variant_row: 'Row {{row}} has the same variant of this product. Remove one of them.',
  variant_unknown:
    'The file has no options, and a SKU doesn’t match exactly one variant of this product. Add the option columns.',
  category_too_long: 'The name of a category can have at most {{count}} characters. Shorten it.',
  description_too_long:
    'Shorten the description to at most {{maximum}} characters. It has {{length}}.',
  duplicate_product_row: 'Row {{row}} has the same product of your store. Remove one of them.',
  new_product_incomplete: 'A new product needs a title and a price. Add them to the file.',
  new_product_without_title: 'A new product needs a title. Add it to the file.',
  new_product_without_price: 'A new product needs a price. Add it to the file.',
  customer_contact_missing: 'This customer has no email and no phone number. Add one of them.',
  duplicate_customer_row: 'Row {{row}} has the same customer. Remove one of them.',
  number_missing: 'This row has no order number, so we don’t know its order. Add the number.',
  lines_missing: 'Order {{number}} has no line items. Add at least one.',
  total_missing: 'This order has no total. Add it.',
  time_missing: 'This order has no date. Add it.',
  time: '“{{value}}” isn’t a time. Use the format 2025-05-11 09:55:16 -0400.',
  currency:
    'This order is in {{currency}}, but your store sells in {{storeCurrency}}. Import it into a {{currency}} store.',
  quantity: 'A line item needs a quantity of 1 or more.',
  line_units: {
    one: 'This line item has only 1 unit. Lower the number.',
    other: 'This line item has only {{count}} units. Lower the number.',
  },
  line_price_missing: 'This line item has no price. Add one.',
  tracking_missing: 'This row has no tracking number. Add one.',
  order_unknown: 'Your store has no order “{{number}}”. Check the order number.',
  parcel_ambiguous:
    'This number can be for several items of order {{number}}. Add SKU and quantity, or enter it in the order.',
  parcel_sku_unknown: 'Order {{number}} has no item with the SKU “{{sku}}”. Check the SKU.',
  parcel_units_missing: {
    one: 'Only 1 unit of “{{sku}}” is left to ship. Lower the quantity.',
    other: 'Only {{count}} units of “{{sku}}” are left to ship. Lower the quantity.',
  },
} as const satisfies Record<string, ErrorTemplate>

/** Problems of a file because of which the import changes or skips a part of it. */
export const importRowWarnings = {
  encoding:
    'This file isn’t in UTF-8. We read it as {{encoding}}. Check the letters, or choose another encoding.',
  invalid_bytes: 'Some characters in this file couldn’t be read and were replaced by \uFFFD.',
  value_skipped: '“{{value}}” isn’t valid and is skipped.',
  rounded: '“{{value}}” has more decimals than the currency and was rounded.',
  ambiguous_thousands: '“{{value}}” was read with a thousands separator. Check the number.',
  ambiguous_decimals: '“{{value}}” was read with a decimal separator. Check the number.',
  digits_lost:
    '“{{value}}” lost digits in a spreadsheet and is skipped. Format the column as text and export it again.',
  total_row: 'This row is a sum, so it is skipped.',
  duplicate_sku: 'Row {{row}} has the same SKU. Check which one is right.',
  barcode_invalid: '“{{value}}” isn’t a valid EAN, UPC or ISBN. Check its digits.',
  shortened: 'This text was shortened to {{count}} characters.',
  phone_of_several_customers:
    'Several customers have this phone number, so this row is skipped. Add an email.',
  not_published: 'This product is hidden in your old store, so it will be a draft.',
  type_external: 'This product is sold on another site, so it will be a draft.',
  type_unsupported: 'Grouped products aren’t imported. Their products are imported on their own.',
  type_unknown: 'The type “{{type}}” doesn’t exist here. This will be a simple product.',
  product_price_missing: 'This product has no price, so it will be a draft with the price 0.',
  variation_price_missing:
    'This variation has no price. It gets the price 0, and its product will be a draft.',
  variation_missing: 'The variation {{sku}} has no row of its own in this file and is skipped.',
  variation_stock_unknown:
    'The file has one quantity for all variations, so each gets 0. Enter their quantities after the import.',
  variation_off: 'This variation is turned off in your old store and is skipped.',
  any_value: 'This variation fits any {{option}}. It will be one variant called “{{name}}”.',
  sale_not_running: 'The sale isn’t active today, so the regular price is used.',
  compare_at_low: 'The compare-at price isn’t above the price, so shoppers don’t see it.',
  stock_below_zero: 'The quantity {{stock}} is below zero. Without backorders, it will be 0.',
  option_unnamed: 'Option {{position}} has values but no name. It will be called “{{name}}”.',
  tag_too_long: 'A tag can have at most {{count}} characters. Longer tags are skipped.',
  too_many_tags: {
    one: 'A product can have at most {{maximum}} tags. 1 tag is skipped.',
    other: 'A product can have at most {{maximum}} tags. {{count}} tags are skipped.',
  },
  category_too_deep: 'Categories can have at most {{count}} levels. Deeper levels are skipped.',
  too_many_categories: 'A product can have at most {{count}} categories. The others are skipped.',
  category_not_allowed:
    'You can’t create categories, so the category “{{name}}” is skipped. Ask an administrator to add it.',
  description_images_hidden:
    'Shoppers don’t see these images of the description: {{names}}. Add them in the editor.',
  image_address: 'The URL of an image must start with https:// or http://. It is skipped.',
  image_url_incomplete: {
    one: '1 image has no complete URL, so we can’t copy it. Enter the URL of your old store in the options.',
    other:
      '{{count}} images have no complete URL, so we can’t copy them. Enter the URL of your old store in the options.',
  },
  price_currency:
    'These prices seem to be in {{currency}}, but your store sells in {{storeCurrency}}. The numbers stay the same.',
  too_many_images: {
    one: 'A product can have at most {{maximum}} images. 1 image is skipped.',
    other: 'A product can have at most {{maximum}} images. {{count}} images are skipped.',
  },
  email: '“{{value}}” isn’t an email address and is skipped.',
  country_unknown: '“{{value}}” isn’t a country and is skipped. Use its name or two-letter code.',
  too_many_customer_tags: 'A customer can have at most {{maximum}} tags. The others are skipped.',
  time_zone: 'This time has no time zone and was read in the time zone of your store.',
  payment_status_unknown: '“{{value}}” isn’t a payment status. The order will be unpaid.',
  fulfillment_status_unknown:
    '“{{value}}” isn’t a fulfillment status. The order will be unfulfilled.',
  subtotal: 'The line items add up to less than the subtotal. The total of the file is used.',
  total:
    'The amounts don’t add up to the total, for example because of tips. We import the difference.',
} as const satisfies Record<string, ErrorTemplate>

/** Reasons why an image could not be copied from the URL in the file. */
export const importImageWarnings = {
  image_copy_no_url:
    'We couldn’t copy the image {{url}}. Its URL doesn’t start with http:// or https://.',
  image_copy_credentials:
    'We couldn’t copy the image {{url}}. Its URL contains a username or password.',
  image_copy_no_host: 'We couldn’t copy the image {{url}}. Its server doesn’t exist.',
  image_copy_private: 'We couldn’t copy the image {{url}}. It isn’t on the public internet.',
  image_copy_no_answer: 'We couldn’t copy the image {{url}}. Its server didn’t respond.',
  image_copy_broke_off: 'We couldn’t copy the image {{url}}. Its server ended the connection.',
  image_copy_http_error:
    'We couldn’t copy the image {{url}}. Its server responded with {{answer}}.',
  image_copy_bad_redirect:
    'We couldn’t copy the image {{url}}. It redirects to a URL that isn’t valid.',
  image_copy_too_many_redirects: 'We couldn’t copy the image {{url}}. It redirects too many times.',
  image_copy_too_large: 'We couldn’t copy the image {{url}}. It is larger than {{size}} MB.',
  image_copy_too_many_pixels:
    'We couldn’t copy the image {{url}}. It has more than {{size}} megapixels.',
  image_copy_unsupported:
    'We couldn’t copy the image {{url}}. It isn’t a JPEG, PNG, WebP, AVIF or GIF image.',
  image_copy_damaged: 'We couldn’t copy the image {{url}}. It is damaged or incomplete.',
  image_copy_failed: 'We couldn’t copy the image {{url}}. Try again in a moment.',
} as const satisfies Record<string, ErrorTemplate>

/** Reasons why a column is not imported, or how it is interpreted. */
export const importColumnNotes = {
  duplicate_column: 'This column is in the file twice. The first one is used.',
  market_prices: 'Prices by market aren’t imported, because a product has one price.',
  google_shopping: 'Google Shopping fields aren’t imported.',
  custom_fields: 'Custom fields aren’t imported.',
  weight_in_kilograms: 'Weights are read in kilograms.',
  weight_in_pounds: 'Weights are read in pounds.',
  weight_unit: 'Weights are read in grams, whatever their unit.',
} as const satisfies Record<string, ErrorTemplate>

/** All problems that an import reports about the content of a file, by code. */
export const importProblemTexts = {
  ...importRowErrors,
  ...importRowWarnings,
  ...importImageWarnings,
  ...importColumnNotes,
} as const

export type ImportProblemCode = keyof typeof importProblemTexts
/** The template of each code. The compiler reads the placeholders from it. */
export type ImportProblemTextOf<C extends ImportProblemCode> = (typeof importProblemTexts)[C]
