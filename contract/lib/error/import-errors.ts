import type { ErrorTemplate } from './error-text.ts'

/**
 * Errors of imports, and of files that cannot be imported at all. Problems of single rows are in
 * import-problem-catalog.ts.
 */
export const importErrors = {
  import_not_found: 'We couldn’t find this import. It may have been deleted.',
  import_one_file: 'Upload one file at a time.',
  import_file_missing: 'Choose a file.',
  import_file_too_large:
    '{{file}} is larger than {{size}} MB. Split it and import the parts one after another.',
  import_products_forbidden: 'You need permission to edit products before you can import them.',
  import_orders_forbidden:
    'You need permission to edit orders and view customers before you can import orders.',
  import_customers_forbidden: 'You need permission to edit customers before you can import them.',
  import_parcels_forbidden:
    'You need permission to edit orders before you can import tracking numbers.',
  import_still_checking: 'The file is still being checked. Wait until the check has finished.',
  import_not_startable: 'You can’t start this import. Upload the file again.',
  import_file_deleted: 'Files are deleted a week after their import ends. Upload the file again.',
  import_nothing_to_cancel: 'This import isn’t running, so there’s nothing to cancel.',
  import_images_too_early: 'Import the products first. Then you can copy their images.',
  import_file_empty: 'This file is empty. Choose another file.',
  import_no_rows: 'This file has no rows. Choose another file.',
  import_zip:
    'This is a ZIP file or a workbook of another program. Save it as an Excel workbook (XLSX) or as CSV.',
  import_old_workbook: 'This is an old Excel workbook (XLS). Save it as XLSX or CSV and try again.',
  import_workbook_damaged: 'We couldn’t open this workbook. Save it again as XLSX or CSV.',
  import_workbook_too_large: 'This workbook is too large. Save the sheet as CSV and try again.',
  import_pdf: 'This is a PDF. Choose a CSV or Excel file.',
  import_image: 'This is an image. Choose a CSV or Excel file.',
  import_web_page: 'This is a web page. Choose a CSV or Excel file.',
  import_json: 'This is a JSON file. Choose a CSV or Excel file.',
  import_xml: 'This is an XML file. Choose a CSV or Excel file.',
  import_utf_32: 'This file is in UTF-32. Save it as CSV in UTF-8 and try again.',
  import_encoding_unknown:
    'This isn’t a text file, or its encoding is unknown. Save it as CSV in UTF-8 and try again.',
  import_too_many_columns:
    'This file has more than {{maximum}} columns. Delete the columns that you don’t need and try again.',
  import_too_many_rows:
    'This file has more than {{count}} rows. Split it and import the parts one after another.',
  import_file_too_complex:
    'This file is too large to read. Split it and import the parts one after another.',
  import_file_unreadable: 'We couldn’t read this file. Save it again as CSV or XLSX and try again.',
  import_first_row_unreadable: 'We couldn’t read the first row. Check its quotation marks.',
  import_is_order_file: 'This is a list of orders. Choose “Orders” to import it.',
  import_is_product_file: 'This is a list of products. Choose “Products” to import it.',
  import_is_tracking_file:
    'This is a list of tracking numbers. Choose “Tracking numbers” to import it.',
  import_is_customer_file: 'This is a list of customers. Choose “Customers” to import it.',
  import_is_combination_file:
    'This list of PrestaShop combinations has no titles or prices. Import the product list, then add the variants.',
  import_one_column:
    'This file has only one column, “{{column}}”. Put the title, the price and other values in columns of their own.',
  import_encoding_fixed: 'You can’t change the encoding of this import. Upload the file again.',
  import_not_matchable: 'You can’t change the columns of this import. Upload the file again.',
  import_column_count: {
    one: 'This file has 1 column. Choose a field for it.',
    other: 'This file has {{count}} columns. Choose a field for each of them.',
  },
  import_title_unmatched: 'Choose the column with the titles, SKUs or handles of your products.',
  import_contact_unmatched: 'Choose the column with the emails or phone numbers of your customers.',
  import_tracking_unmatched: 'Choose the columns with the order numbers and tracking numbers.',
  import_field_repeated:
    'Several columns have the same field: {{columns}}. Choose another field for all but one of them.',
  import_customer_columns_missing:
    'We found no emails or phone numbers. The columns are {{columns}}. Add a column with emails or phone numbers.',
  import_order_columns_missing:
    'This file isn’t a list of orders from Shopify. Add the columns {{missing}}. It only has {{columns}}.',
  import_failed: 'Something went wrong on our side. Try again. Changes made so far are kept.',
  import_check_interrupted:
    'Checking this file was interrupted several times. Upload it again, or a smaller part of it.',
  import_run_interrupted:
    'This import was interrupted several times. Start it again to continue where it stopped.',
} as const satisfies Record<string, ErrorTemplate>
