-- One job deletes the expired rows of all tables (server/retention/retention-rules.ts).
drop function delete_old_carts(integer);
drop function delete_old_checkouts(integer);
drop function delete_old_contact_messages(integer);
drop function delete_old_idempotency_keys(integer);
drop function delete_old_invitations(integer);
drop function delete_old_notifications(integer);
drop function delete_old_product_alerts(integer);
drop function delete_old_webhook_events(integer);
drop function delete_unconfirmed_subscribers(integer);

create index session__ended on session (least(ended_at, expires_at));
create index mail_link__expired on mail_link (expires_at);
create index invitation__expired on invitation (expires_at);

-- Pending runs of the jobs that no longer exist. Each has its name as its key.
select graphile_worker.remove_job(name) from unnest('{
  account.cleanup,cart.cleanup,contactMessage.cleanup,idempotency.cleanup,notification.cleanup,payment.cleanup,
  productAlert.cleanup,rateLimit.cleanup,staff.cleanup,subscriber.cleanup,webhook.cleanup
}'::text[]) name;
