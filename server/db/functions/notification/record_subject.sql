-- Returns the permission subject of the records in a table, or null for a table whose changes are
-- not announced to open pages.
create or replace function record_subject(table_name text) returns text
language sql immutable parallel safe as $$
  select case
    when table_name in ('product', 'variant', 'product_image', 'product_category', 'discount', 'review') then 'product'
    when table_name in (
      'order', 'order_line', 'order_event', 'order_return', 'order_return_line', 'order_withdrawal', 'order_file',
      'fulfillment', 'payment', 'payment_refund', 'refund', 'refund_line', 'order_paper_setting',
      'packer_link') then 'order'
    when table_name in (
      'cms', 'page', 'page_version', 'post', 'post_version', 'faq_question', 'redirect', 'search_rule'
    ) then 'cms'
    when table_name in (
      'store', 'payment_method', 'payment_account', 'shipping_zone', 'tax_class', 'storefront_password',
      'order_mail', 'mail_domain', 'label_service', 'mailbox')
      then 'business'
    when table_name in ('membership', 'invitation', 'ownership_offer', 'role') then 'staff'
    when table_name in ('api_key', 'webhook') then 'developer'
    when table_name in ('subscriber', 'product_alert', 'customer_address') then 'customer'
    when table_name in ('conversation', 'message', 'saved_reply', 'sender_rule') then 'conversation'
    when table_name in ('theme', 'theme_version', 'theme_draft', 'theme_publication') then 'theme'
    when table_name in ('invoice_setting', 'invoice_file') then 'invoice'
    when table_name in ('customer', 'category', 'domain', 'invoice', 'task') then table_name
    when table_name = 'task_rule' then 'task'
    when table_name in ('calendar_event', 'calendar_feed') then 'calendar'
    when table_name in ('campaign', 'segment', 'email_suppression', 'automation') then 'campaign'
    when table_name = 'earlier_store_host' then 'domain'
  end
$$;
