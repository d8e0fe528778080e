import type { ErrorTemplate } from './error-text.ts'

/** Errors and warnings about imported files. */
export const importErrors = {
  import_not_found: "We couldn't find this import. It may have been deleted.",
  import_one_file: 'Upload one file at a time',
  import_file_missing: 'Choose a file',
  import_file_too_large:
    '{{file}} is larger than {{size}} MB. Split it and import the parts one after another.',
  import_products_forbidden: 'You need permission to edit products before you can import them.',
  import_orders_forbidden: 'You need permission to edit orders before you can import them.',
  import_still_checking: 'The file is still being checked. Wait until the check has finished.',
  import_not_startable: "You can't start this import. Upload the file again.",
  import_file_deleted: 'Files are deleted a week after their import ends. Upload the file again.',
  import_nothing_to_cancel: 'This import is not running, so there is nothing to cancel.',
  import_images_too_early: 'Import the products first. Then you can fetch their images.',
} as const satisfies Record<string, ErrorTemplate>
