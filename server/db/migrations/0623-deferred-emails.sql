alter table campaign add column is_sender_refused boolean not null default false;
alter table campaign_recipient add column retry_at timestamptz;
