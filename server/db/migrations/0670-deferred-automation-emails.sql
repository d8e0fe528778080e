alter table automation_email add column retry_at timestamptz;
alter table automation_email drop constraint automation_email_state_check;
alter table automation_email add constraint automation_email_state_check
  check (state in ('sending', 'queued', 'sent', 'failed', 'bounced'));
