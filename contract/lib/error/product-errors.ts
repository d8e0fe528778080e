import type { ErrorTemplate } from './error-text.ts'

/** Errors of products, categories and images. */
export const productErrors = {
  product_not_found: "We couldn't find this product. It may have been deleted.",
  product_handle_taken: 'Another product has this handle. Enter a different one.',
  category_not_found: "We couldn't find this category. It may have been deleted.",
  category_cycle: "A category can't be inside itself. Choose another parent category.",
  category_too_deep:
    'Categories can have at most {{count}} levels. Choose a parent category at a higher level.',
  name_clash:
    '{{names}} would move to a level that already has a category with this name. Rename one of them first.',
  category_name_taken: 'A category with this name already exists here. Enter a different name.',
  category_handle_taken: 'Another category has this handle. Enter a different one.',
  category_missing: 'Choose at least one category.',
  too_many_categories: 'A product can have at most {{count}} categories.',
  tag_missing: 'Enter at least one tag.',
  too_many_tags: 'Use at most {{count}} tags.',
  image_not_found: "We couldn't find this image. It may have been deleted.",
  image_in_use: 'This image is still in use. Remove it from its products, pages and themes first.',
  image_missing: 'Choose at least one image.',
  image_upload_missing: 'Upload an image first.',
  image_not_in_product: 'This image is no longer part of the product. Reload the page.',
  image_choice_invalid: 'Choose one of the images of this product.',
  duplicate_image: 'Use each image only once.',
  image_type_unsupported:
    "{{file}} isn't a JPEG, PNG, WebP, AVIF or GIF image. Choose another file.",
  image_too_large: '{{file}} is larger than {{size}} MB. Choose a smaller file.',
  too_many_pixels: '{{file}} has more than {{size}} megapixels. Choose a smaller image.',
  damaged: '{{file}} is damaged or incomplete. Choose another file.',
  variant_not_found: 'This variant no longer exists. Reload the page.',
  duplicate_variant: 'Use each variant only once.',
  several_variants: 'This product has several variants. Change each variant instead.',
  variants_missing: 'Add a variant for each combination that you sell.',
  duplicate_option_value: 'Use each value of {{option}} only once.',
  option_value_missing: 'Choose a value for {{options}}.',
  options_not_defined: 'This product has no options. Add an option first.',
  unknown_option_value: "{{value}} isn't a value of {{option}}. Choose another one.",
  duplicate_combination: 'Two variants have the combination {{combination}}. Change one of them.',
  options_needed: 'Add options to tell the variants apart.',
  stock_below_zero: 'Enter 0 or more, or turn on “Continue selling when out of stock”.',
  variant_taken: 'Another variant has these options. Choose different ones.',
  description_too_long:
    'Shorten the description to at most {{count}} characters, including formatting.',
} as const satisfies Record<string, ErrorTemplate>
