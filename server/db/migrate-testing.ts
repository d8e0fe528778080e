import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from './migrate.ts'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Functions that a migration creates or that need its tables. */
const functionsByMigration = {
  '0043': ['end_access_of_former_staff'],
  '0049': ['product_details'],
  '0052': ['add_to_record_tally', 'tally_product_status', 'tally_records'],
  '0054': ['add_sales_revision'],
  '0056': ['add_sales_revision_of_day', 'fold_sales', 'list_stores_with_sales_changes'],
  '0060': ['add_storefront_revision'],
  '0061': ['find_redirect', 'list_storefront_hosts', 'redirect_earlier_handle'],
  '0062': ['find_storefront_host'],
  '0064': ['product_webhook_payload', 'track_variant_price'],
  '0066': ['list_due_theme_publications'],
  '0068': ['list_stores_with_images_to_encode'],
  '0069': ['track_category_sales'],
  '0063': ['add_contact_message', 'delete_old_contact_messages'],
  '0070': [
    'add_to_cart',
    'change_cart_line',
    'delete_old_carts',
    'read_cart',
    'remove_cart_line',
    'set_cart_note',
  ],
  '0077': ['read_cart_checkout', 'set_cart_checkout'],
  '0081': ['order_net_sales', 'rebuild_sales', 'track_order_sales'],
  '0086': [
    'add_to_cart',
    'change_cart_line',
    'confirm_subscription',
    'create_cart_link',
    'delete_unconfirmed_subscribers',
    'request_subscription',
    'stop_subscription',
    'copy_cart',
    'read_cart',
    'read_cart_link',
    'set_cart_reminder',
    'stop_cart_reminder',
  ],
  '0100': ['count_discount_uses', 'discount_status', 'find_discounts', 'track_discount_uses'],
  '0091': ['customer_webhook_payload', 'order_webhook_payload'],
  '0106': ['track_customer_consent', 'track_subscriber_consent'],
  '0119': ['add_search_grams', 'has_search_grams', 'search_grams'],
  '0122': [
    'find_storefront_host',
    'is_slug_taken',
    'keep_earlier_store_host',
    'list_storefront_hosts',
  ],
  '0107': ['audit_digest'],
  '0108': ['count_discount_uses', 'delete_old_checkouts', 'list_due_payments'],
  '0111': ['list_due_refunds'],
  '0117': ['list_due_mail_domains'],
  '0149': ['clear_prior_prices'],
  '0125': ['find_discounts'],
  '0174': ['list_stores_with_cart_reminders', 'set_reminded_at'],
  '0170': ['find_discounts'],
  '0134': ['find_store_of_payment_account', 'list_payment_accounts'],
  '0113': [
    'confirm_product_alert',
    'delete_old_product_alerts',
    'enqueue_product_alerts',
    'list_stores_with_product_alerts',
    'request_product_alert',
    'stop_product_alerts',
    'track_product_alert_consent',
  ],
}

/** Migrates to the version before a migration. */
export async function migrateToBefore(migration: string, ownerUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-migrations-'))
  const functionsFolder = await mkdtemp(join(tmpdir(), 'storewright-functions-'))
  try {
    const earlierFiles = (await readdir(migrationsFolder)).filter(name => name < migration)
    await Promise.all(
      earlierFiles.map(name => cp(join(migrationsFolder, name), join(folder, name))),
    )
    await cp(join(import.meta.dirname, 'functions'), functionsFolder, { recursive: true })
    for (const [createdBy, names] of Object.entries(functionsByMigration))
      if (createdBy >= migration)
        for (const name of names) await rm(join(functionsFolder, `${name}.sql`), { force: true })
    await migrate(ownerUrl, { folder, functionsFolder, hasOwnAppRole: true })
  } finally {
    await Promise.all([folder, functionsFolder].map(path => rm(path, { recursive: true })))
  }
}
