-- Gives the functions and triggers plain names. From here on server/db/functions holds the text of every function: this
-- migration renames the functions that triggers call, and drops the others, which their files create again.

alter function business_moves_sales() rename to rebuild_sales_of_business;
alter function choose_address() rename to set_address_chosen_at;
alter function count_order_for_customer() rename to update_customer_totals;
alter function keep_an_owner() rename to require_store_owner;
alter function keep_search_words() rename to update_search_words;
alter function notice_domain() rename to add_domain_notice;
alter function notice_import() rename to add_import_notice;
alter function notice_order() rename to add_order_notice;
alter function notice_stock() rename to add_low_stock_notice;
alter function notice_webhook() rename to add_webhook_off_notice;
alter function notice_webhooks_left() rename to add_webhook_left_notices;
alter function order_changes_sales() rename to track_order_sales;
alter function order_line_changes_sales() rename to track_order_line_sales;
alter function tell_read() rename to notify_notices_read;
alter function tell_rights() rename to notify_membership_changed;
alter function tell_role_made() rename to notify_role_created;
alter function tell_role_rights() rename to notify_role_changed;
alter function tell_session() rename to notify_session_ended;
alter function tell_webhooks() rename to enqueue_webhook_event;
alter function tell_webhooks_gone() rename to enqueue_webhook_event_deleted;
alter function tell_webhooks_stock() rename to enqueue_webhook_event_stock;
alter function tell_work() rename to notify_import_changed;
-- The conditions of triggers call it.
alter function order_worth("order") rename to order_net_value;

drop function
  add_notice, add_webhook_event, address_taken, api_key_standing, audit_continue, audit_faults, audit_hidden,
  audit_old_months, audit_open_month, audit_open_months, audit_parts, audit_seal_some, audit_strays, claim_deliveries,
  customer_told, domains_due, draw_attempt, folded, forget_old_answers, forget_old_invitations, forget_old_notices,
  forget_old_webhook_events, host_proven, import_files_spent, imports_adrift, invitation_of, is_told, micros, news_since,
  note_line_sales, note_order_sales, order_told, product_told, record_event, sales_lock, search_words, standings_now,
  tell_processes, unsealed_audit, words_of(product), words_of(category), words_of("order"), words_of(customer);

alter trigger choose_address on business rename to set_address_chosen_at;
alter trigger sales_moved on business rename to sales_rebuilt;
alter trigger tell_begun on import rename to notify_import_started;
alter trigger tell_work on import rename to notify_import_progress;
alter trigger tell_read on notice_reader rename to notify_notices_read;
alter trigger tell_read on notice_read rename to notify_notices_read;
alter trigger tell_ended on session rename to notify_session_ended;
alter trigger tell_deleted on session rename to notify_session_deleted;
alter trigger tell_rights on membership rename to notify_membership_deleted;
alter trigger tell_rights_changed on membership rename to notify_membership_changed;
alter trigger tell_role_rights on role rename to notify_role_changed;
alter trigger tell_role_gone on role rename to notify_role_deleted;
alter trigger tell_role_made on role rename to notify_role_created;

-- The name of the table now says which function builds the payload, so it is no argument any more. An import brings in
-- history, which is no event; a draft is none yet.
drop trigger webhook_inserted on "order";
drop trigger webhook_placed on "order";
drop trigger webhook_updated on "order";
drop trigger webhook_paid on "order";
drop trigger webhook_fulfilled on "order";
drop trigger webhook_cancelled on "order";
create constraint trigger webhook_inserted after insert on "order" deferrable initially deferred for each row
  when (new.source <> 'import' and new.status <> 'draft')
  execute function enqueue_webhook_event('order.created');
create constraint trigger webhook_placed after update on "order" deferrable initially deferred for each row
  when (old.status = 'draft' and new.status not in ('draft', 'cancelled'))
  execute function enqueue_webhook_event('order.created');
create constraint trigger webhook_updated after update on "order" deferrable initially deferred for each row
  when (old.status <> 'draft' and old.* is distinct from new.*)
  execute function enqueue_webhook_event('order.updated');
create constraint trigger webhook_paid after update on "order" deferrable initially deferred for each row
  when (old.payment_status <> new.payment_status and new.payment_status = 'paid')
  execute function enqueue_webhook_event('order.paid');
create constraint trigger webhook_fulfilled after update on "order" deferrable initially deferred for each row
  when (old.fulfillment_status <> new.fulfillment_status and new.fulfillment_status = 'fulfilled')
  execute function enqueue_webhook_event('order.fulfilled');
create constraint trigger webhook_cancelled after update on "order" deferrable initially deferred for each row
  when (old.status not in ('draft', 'cancelled') and new.status = 'cancelled')
  execute function enqueue_webhook_event('order.cancelled');

-- The version counts changes by people and programs, not those that follow from stock and prices of variants.
drop trigger webhook_inserted on product;
drop trigger webhook_updated on product;
create constraint trigger webhook_inserted after insert on product deferrable initially deferred for each row
  execute function enqueue_webhook_event('product.created');
create constraint trigger webhook_updated after update on product deferrable initially deferred for each row
  when (old.version <> new.version)
  execute function enqueue_webhook_event('product.updated');

drop trigger webhook_inserted on customer;
drop trigger webhook_updated on customer;
create constraint trigger webhook_inserted after insert on customer deferrable initially deferred for each row
  execute function enqueue_webhook_event('customer.created');
create constraint trigger webhook_updated after update on customer deferrable initially deferred for each row
  when (old.version <> new.version)
  execute function enqueue_webhook_event('customer.updated');
