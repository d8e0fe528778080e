alter table campaign drop constraint campaign_check1;
alter table campaign add constraint campaign_check1
  check (status in ('draft', 'scheduled', 'paused') or started_at is not null);
